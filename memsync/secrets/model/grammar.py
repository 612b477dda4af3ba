"""Words that sentences in several languages are made of, for `passphrases`.

Letters beyond ASCII are bytes of UTF-8.
"""

from __future__ import annotations

# What leads to a passphrase, and what follows it in a sentence.
LEADS = frozenset(
    b"""
    is was with type types typing typed enter entered takes reads wants accepts answer
    answered phrase sentence words word passphrase
    ist lautet mit tippe tippen eingeben satz est tape taper avec es son con escribir
    frase clave sono scrivi digita rispondi wpisz fraza com digitar svara skriv orden
    frasen meningen heslo met zin typ kode
    """.split()
)
TAILS = frozenset(
    """
    opens unlocks unlock opened decrypts is was with without until then when but and
    from for as in before restore restores all öffnet und mit ouvre avec abre con apre
    at typed
    """.encode().split()
)
# Words of grammar: articles, pronouns, prepositions and the like.
GRAMMAR = frozenset(
    """
    a about after all am an and any are as at be been before but by can could did do
    does don't for from get go had has have he her his how i if in into is it it's its
    just let may me more most must my never no not of off on one only or our out over
    she should so some than that the their them then there they this to under until up
    us was we were what when where which who will with without would yes you your
    als am an auf aus bei das dass dein dem den der des die du ein eine einem einen
    einer er es für ich ihr im in ist ja kein keine man mein mit nach nicht nur oder
    sich sie sind so um und uns vom von vor war was wenn wie wir zu zum zur über
    au aux avec ce dans de des du elle en est et il je la le les leur ma mais mes mon ne
    nos notre où ou par pas pour qu que qui sa sans se ses son sont sur ton un une vous
    al como con cual del el ella en entre es esta este la las lo los mas mi más muy para
    pero por que se sin su sus te tu un una y
    ao aos com da das do dos e em na nas nem no nos num o os ou pela pelo seu sua um uma
    che chi ci da dal della di e gli ha i il io la le lo ma mi nel non per più se si
    sono su sul una un
    aan dat de die dit door een en er haar het hij hoe ik is je maar met mijn naar niet
    nog om onder op over te tot uit van voor wat we wel ze zijn
    att av den det du en ett för han hon i inte jag med men min när och om på som till
    vi är i na z w nie się to o po za od do jest pod nad ze
    ale bych byl co jako jen když které ma mi mu my nebo o pod pro při s tak ten ty u v
    ve že af at de den det eller en et for fra har hvis i ikke jeg kan med nu om på skal
    ada akan anda atau bisa dalam dan dari dengan di ini itu juga ke tidak untuk yang
    """.encode().split()
)
