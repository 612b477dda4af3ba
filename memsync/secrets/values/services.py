"""Services whose credentials have no prefix: plain hexadecimal, a UUID, letters.

Such a value alone is no evidence, because a hash looks the same. Beside a word such as
`key` or `token`, a service's name makes it one.
"""

NAMES = frozenset(
    b"""
    1password abuseipdb accuweather adafruit addsearch adobe agora airbrake airship
    airtable airvisual aiven akamai alchemy alchemyapi alegra algolia alibaba aliyun
    amazon amplitude anthropic apacta apideck apiflash apify apilayer apimetrics
    apollo appcenter appfollow appointedd appoptics argocd artifactory asana
    assemblyai atlassian audd auth0 authentik authy autodesk autoklose autopilot
    avaza aws axonaut aylien azure backblaze bannerbear baremetrics baseten beamer
    beebole binance bing bitbar bitbucket bitcoinaverage bitfinex bitly bitmex
    bitrise bittrex blazemeter blitapp blockfrost blogger bombbomb
    boostnote borgbase braintree branchio brandfetch brevo browserstack bscscan
    buddyns budibase bugherd bugsnag buildkite bulbul bulksms buttercms calendarific
    calendly calorieninja campayn cannyio capsulecrm captaindata centralstationcrm
    cerebras cexio cf chartmogul chatbot chatfuel checkio checklyhq cicero circleci
    clarifai clay clearbit clickhelp clickhouse clicksend clickup clinchpad clockify
    clockwork clojars closecrm cloudant cloudflare cloudimage cloudmersive cloudplan
    cloudsight cloverly cloze clustdoc cobalt coda codacy codeberg codeclimate
    codecov codemagic codequiry cohere coinapi coinbase coinlayer coinlib
    coinmarketcap commercejs confluent consul contentful contentstack
    conversiontools convertkit convex copper couchbase countrylayer courier
    coveralls coze crossbrowsertesting crowdin crowdstrike cryptocompare
    currencylayer currencyscoop currentsapi cursor customerio dareboost databento
    databricks datadog datadome dataflowkit debounce deepai deepgram deepl deepseek
    delighted deno deputy detectify detectlanguage deviantart devto dfuse diffbot
    digitalocean discord discourse disqus dnscheck docker dockerhub docparser documo
    docusign doppler dotmailer dovico dronahq drone droneci dropbox duffel duo
    dynalist dynatrace dyspatch easyinsight easypost ecostruxure edamam eightxeight
    elastic elasticemail enablex enigma etherscan ethplorer etsy eventbrite everhour
    exchangerate exchangeratesapi expo facebook fastforex fastly fb feishu fetchrss
    figma fileio finage financialmodelingprep findl finicity finnhub firebase
    fireworks fixerio flatio fleetbase flexport flickr flightapi flightlabs
    flightstats flowdock flowflu flutter flutterwave fly fmfw forgejo formbucket
    formcraft formio foursquare frameio freshbooks freshdesk fulcrum fullstory
    fusebill fxmarket gcp geckoboard gemini gengo geoapify geocode geocodify
    geocodio geoipify gerrit getemail getgeoapi getgist getresponse getsandbox gitea
    github gitlab gitter glassnode gocanvas gocardless gogs goodday google grafana
    graphcms groovehq groq gtmetrix gumroad gyazo happi happyscribe harvest
    helpcrunch helpscout hereapi heroku hetzner hive hiveage holistic homeassistant
    honeycomb hootsuite hotjar html2pdf hubspot huggingface humanity hunter hybiscus
    hypertrack ibm iconfinder iexapis iexcloud imagekit immich infobip infracost
    infura ingest insightly instabot instagram instamojo instantly integromat
    intercom interseller intrinio invoiceocean ip2location ipapi ipdata
    ipgeolocation ipify ipinfo ipquality ipstack iterable jellyfin jenkins jetbrains
    jfrog jina jira jotform jumpcloud juro kafka kairos kanban karma keenio keycdn
    keycloak keygen kickbox klaviyo klingai klipfolio knapsackpro kontent kraken
    kucoin kylas lambdatest langchain langfuse lark launchdarkly leadfeeder lemlist
    lemonsqueezy lendflow lessannoyingcrm lexigram linear linemessaging linenotify
    linkedin linkpreview linode liveagent livestorm lob locationiq logdna loggly
    loginradius logz lokalise looker loyverse lunchmoney luno macaddress madkudu
    magnetic mailboxlayer mailchimp mailerlite mailersend mailgun mailjet mailmodo
    mailsac mailtrap mandrill mapbox mapquest marketstack mattermost mavenlink
    maxmind meaningcloud mediastack meraki mesibo messagebird metaapi metabase
    metrilo microsoft midise milvus mindmeister minio mistral mite mixmax mixpanel
    mockaroo moderation monday mongodb monkeylearn moonclerk moosend moralis
    mrticktock mux myfreshworks myintervals nasdaq netlify neutrino newrelic newsapi
    newscatcher nexmo nextcloud nftport ngc ngrok nicereply nightfall nimble nomad
    noticeable notion nozbeteams npm nuget numverify nutritionix nvidia nylas
    nytimes oanda oci okta ollama omnisend onedesk onelogin onesignal onfleet
    oopspam openai opencage opendatasoft openrouter openshift openuv openweather
    opsgenie optimizely orbit overloop ovh owlbot packagecloud packagist pagerduty
    pandadoc pandascore paralleldots partnerstack passbase pastebin paydirt paymo
    paymongo paypal paystack pdflayer pdfshift peopledatalabs pepipost percy
    perplexity phraseaccesstoken pihole pinata pinecone pipedream pipedrive
    pivotaltracker pixabay plaid plaidkey planetscale planview planviewleankit
    planyo plex plivo poloniex polygon portainer positionstack postageapp postbacks
    postgres posthog postman postmark powrbot prefect privacy prodpad prospectcrm
    prospectio protocolsio proxmox proxycrawl pubnub pulumi purestake pushbullet
    pusher pypi qase qdrant qualaroo quay qubole quickmetrics rabbitmq radarr
    rapidapi raven rawg razorpay reachmail readme rebrandly recharge redis redmine
    refiner render rentman replicate replyio requestfinance resend restpack revamp
    ringcentral riot ritekit roaring rocketreach rollbar ronin route4me rownd
    rubygems runpod runrunit salesblink salesflare salesforce salesmate sanity
    satismeter saucelabs scaleway scalingo scalr scraperapi scraperbox scrapersite
    scraping scrapingant scrapingbee screenshotapi screenshotlayer scrutinizer
    securitytrails segment selectpdf semaphore sendbird sendgrid sendinblue
    sendpulse sentiment sentry serphouse serpstack settlemint shipday shippo shodan
    shopify shortcut shotstack shutterstock sidekiq signable signalwire signaturit
    signupgenius sigopt simfin simplesat simplynoted simvoly sinch sirv siteleaf
    skrapp skybiometry slack smartsheet smartystreets smooch snipcart snowflake snyk
    sonar sonarcloud sonarqube sonarr sonatype sourcegraph sourcehut sparkpost
    spectralops speechtextai splunk spoonacular sportradar sportsmonk spotify square
    squarespace squareup sslmate stability statuscake statuspage statuspal
    stitchdata stockdata storecove storj stormboard stormglass storyblok storychief
    strava streak stripe stripo styt stytch sugester sumo sumologic supabase
    supernotes surveyanyplace surveybot surveysparrow survicate swell swiftype
    synology tailscale tallyfy tatum tavily taxjar teamcity teamgate teamwork
    technicalanalysisapi telegram telesign teletype telnyx terraform text2data
    textmagic theoddsapi thingsboard thinkific thousandeyes ticketmaster
    tickettailor tiingo timecamp timezoneapi tines tly tmetric todoist together
    toggl tokeet tomorrowio tomtom tradier traefik transferwise travelpayouts travis
    travisci trello truenas trufflehog turso twelvedata twilio twist twitch twitter
    typeform typetalk ubidots uclassify unify unleash unplugg unraid unsplash
    upcdatabase uplead uploadcare upstash uptimerobot upwave urlscan userflow
    userstack vastai vatlayer vault vaultwarden vbout vercel verifier verimail
    veriphone versioneye viewneo virustotal visualcrossing vk voiceflow voicegain
    voodoosms vouchery voyage vpnapi vultr vyte wakatime walkscore wandb wasabi
    watson weatherbit weatherstack weaviate web3storage webex webflow webscraper
    webscraping websitepulse wechat weibo weightsandbiases wepay whoxy wistia
    woocommerce worksnaps workstack worldcoinindex worldweather wpengine wrike xai
    xata yandex yelp yext youneedabudget yousign youtrack youtube zapier zendesk
    zenkit zenrows zenscrape zenserp zeplin zerobounce zerotier zhipu zilliz zipapi
    zipbooks zipcodeapi zoho zonka zoom zulip zuplo
    """.split()
)
# Short names that only count as a whole word.
_SHORT = frozenset((b"fb", b"vk", b"cf"))
_LONGEST = 21
# How the other names begin.
_HEAD = 3
_HEADS = frozenset(name[:_HEAD] for name in NAMES - _SHORT)


def named(text: bytes) -> bool:
    """Whether lower-case text names one of the services, at a word's start."""
    import re

    joined = text.replace(b"-", b"").replace(b"_", b"")
    words = re.findall(rb"[a-z][a-z0-9]+|1password", text + b" " + joined)
    return any(_starts_with_name(word) for word in words)


def _starts_with_name(word: bytes) -> bool:
    if word[:_HEAD] not in _HEADS:
        return word in _SHORT
    lengths = range(min(len(word), _LONGEST), _HEAD - 1, -1)
    return any(word[:n] in NAMES for n in lengths)
