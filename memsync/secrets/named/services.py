"""Services whose credentials have no prefix: plain hexadecimal, a UUID, letters.

Such a value alone is no evidence, because a hash looks the same. Beside a word such as
`key` or `token`, a service's name makes it one.
"""

NAMES = frozenset(
    b"""
    1password abuseipdb accuweather adafruit addsearch adobe agentops agora ai21
    airbrake airbyte airship airtable airvisual aiven akamai alchemy alchemyapi
    alegra algolia alibaba aliyun alphavantage amazon amplitude ankr anthropic
    anyscale apacta apideck apiflash apify apilayer apimetrics apollo appcenter
    appfollow appointedd appoptics argocd arize artifactory asana assemblyai astradb
    atlassian audd auth0 authentik authy authzed autodesk autoklose autopilot avaza
    aws axonaut aylien azure azuredevops backblaze bannerbear baremetrics baseten
    beamer beebole bigcommerce binance bing bitbar bitbucket bitcoinaverage bitfinex
    bitly bitmex bitquery bitrise bittrex blazemeter blitapp blockfrost blogger
    bombbomb boostnote borgbase braintree braintrust branchio brandfetch brevo
    browserless browserstack bscscan buddyns budibase bugherd bugsnag buildkite
    bulbul bulksms bunnycdn buttercms bybit calendarific calendly calorieninja
    campayn cannyio capsulecrm captaindata censys centralstationcrm cerebras
    cerebrium cexio chargebee chartmogul chatbot chatfuel chatwoot checkio
    checklyhq cicero circleci civitai clarifai clay clearbit clickhelp clickhouse
    clicksend clickup clinchpad clipdrop clockify clockwork clojars closecrm
    cloudant cloudflare cloudimage cloudmersive cloudns cloudplan cloudsight
    cloverly cloze clustdoc cobalt coda codacy codeberg codeclimate codecov
    codemagic codequiry cohere coinapi coinbase coingecko coinlayer coinlib
    coinmarketcap commercejs confluent consul contabo contentful contentstack
    conversiontools convertkit convex copper couchbase countrylayer courier
    coveralls coze cronitor cronofy crossbrowsertesting crowdin crowdstrike
    cryptocompare currencylayer currencyscoop currentsapi cursor customerio cypress
    dareboost dashscope databento databricks datadog datadome dataflowkit debounce
    deepai deepgram deepinfra deepl deepseek deepsource delighted deno deputy
    detectify detectlanguage develocity deviantart devto dfuse diffbot digitalocean
    directus discord discourse disqus dnscheck dnsimple docker dockerhub docparser
    documo docusign doppler dotmailer dovico dronahq drone droneci dropbox duffel
    duo dynalist dynatrace dyspatch easyinsight easypost easyship ecostruxure edamam
    eightxeight elastic elasticemail elevenlabs enablex enigma etherscan ethplorer
    etsy eventbrite everhour exchangerate exchangeratesapi exoscale expo facebook
    fastforex fastly featherless feishu fetchrss figma fileio finage
    financialmodelingprep findl finicity finnhub firebase firecrawl fireworks
    fixerio flagsmith flatio fleetbase flexport flickr flightapi flightlabs
    flightstats flowdock flowflu flutter flutterwave fly fmfw fontawesome forgejo
    formbucket formcraft formio foursquare frameio freshbooks freshdesk freshservice
    frontegg fulcrum fullstory fusebill fxmarket gcore gcp geckoboard gemini gengo
    geoapify geocode geocodify geocodio geoipify geonames gerrit getemail getgeoapi
    getgist getresponse getsandbox getstream giphy gitea github gitlab gitter
    glassnode gocanvas gocardless gogs goodday google grafana graphcms graphhopper
    greynoise groovehq groq growthbook gtmetrix gumloop gumroad gyazo happi
    happyscribe harvest hasura hcaptcha helicone helius helpcrunch helpscout hereapi
    heroku hetzner heygen hive hiveage holistic homeassistant honeybadger honeycomb
    hootsuite hotjar html2pdf hubspot huggingface humanity humanloop hunter hybiscus
    hypertrack ibm iconfinder ideogram iexapis iexcloud imagekit imgbb imgix immich
    infobip infracost infura ingest inngest insightly instabot instagram instamojo
    instantly integromat intercom interseller intrinio invoiceocean ionos
    ip2location ipapi ipdata ipgeolocation ipify ipinfo ipquality ipstack iterable
    jellyfin jenkins jetbrains jfrog jina jira jotform jumpcloud jumpseller juro
    kafka kagi kairos kanban karma keenio keycdn keycloak keygen kickbox klarna
    klaviyo klingai klipfolio knapsackpro kontent koyeb kraken kucoin kylas lakera
    lambdatest landbot langchain langflow langfuse langwatch lark launchdarkly
    leadfeeder lemlist lemonsqueezy lendflow lessannoyingcrm letta lexigram
    lightdash linear linemessaging linenotify linkedin linkpreview linkup linode
    litellm lithic liveagent livekit livestorm llamacloud llamaindex lob locationiq
    logdna logfire loggly loginradius logsnag logtail logz lokalise looker loyverse
    lunchmoney luno macaddress madkudu magnetic mailboxlayer mailchimp mailcoach
    mailerlite mailersend mailgun mailjet mailmodo mailpit mailsac mailtrap mandrill
    mapbox mapquest maptiler marketstack marqo mattermost mavenlink maxmind
    meaningcloud mediastack medusajs meilisearch mem0 meraki mesibo messagebird
    metaapi metabase metrilo microsoft midise milvus mindmeister minimax minio
    mistral mite mixmax mixpanel mockaroo moderation mollie monday mongodb
    monkeylearn moonclerk moonshot moosend moralis mrticktock mullvad musixmatch mux
    myfreshworks myintervals n8n nasdaq netbird netcup netlify neutrino newrelic
    newsapi newscatcher nexmo nextcloud nftport ngc ngrok nhost nicereply nightfall
    nimble nomad nomic nordvpn northflank noticeable notion novita novu nozbeteams
    npm nuget numverify nutritionix nvidia nylas nytimes oanda oci okta ollama omise
    omnisend onedesk onelogin onesignal onfido onfleet oopspam openai openaq
    opencage opendatasoft openpipe openrouter openrouteservice opensea openshift
    openuv openweather opsgenie optimizely orbit overloop ovh owlbot packagecloud
    packagist pagerduty pandadoc pandascore pangea papertrail paralleldots
    partnerstack passbase pastebin paydirt paymo paymongo paypal paystack pdflayer
    pdfshift peopledatalabs pepipost percy perplexity pexels phantombuster
    phraseaccesstoken pihole pinata pinboard pinecone pingdom pipecat pipedream
    pipedrive pivotaltracker pixabay pixeldrain plaid plaidkey planetscale planview
    planviewleankit planyo plex plivo pocketbase poloniex polygon portainer
    positionstack postageapp postbacks postgres posthog postman postmark powrbot
    predibase prefect printful printify privacy prodpad promptlayer prospectcrm
    prospectio protocolsio proxmox proxycrawl pubnub pulumi purestake pushbullet
    pusher pypi qase qdrant qstash qualaroo quandl quay qubole quickmetrics
    quicknode rabbitmq radarr railway raindropio rapidapi raven rawg razorpay
    reachmail readme readwise rebrandly recharge recraft recurly redis redmine
    reducto refiner render rentman replicate replit replyio requestfinance resend
    restpack revamp revenuecat ringcentral riot ritekit roaring roboflow rocketreach
    rollbar ronin route4me rownd rubygems runpod runrunit salesblink salesflare
    salesforce salesmate sambanova sanity satismeter sauce saucelabs scaleway
    scalingo scalr scraperapi scraperbox scrapersite scrapfly scraping scrapingant
    scrapingbee screenshotapi screenshotlayer scrutinizer searchapi securitytrails
    segment selectpdf semaphore semgrep sendbird sendgrid sendinblue sendpulse
    sentiment sentry serpapi serper serphouse serpstack settlemint shipday
    shipengine shippo shipstation shodan shopify shortcut shotstack shutterstock
    sidekiq signable signalwire signaturit signupgenius sigopt siliconflow simfin
    simplesat simplynoted simvoly sinch sirv siteleaf skrapp skybiometry slack
    smartsheet smartystreets smithery smooch smtp2go snipcart snowflake snyk sonar
    sonarcloud sonarqube sonarr sonatype soniox sourcegraph sourcehut sparkpost
    spectralops speechmatics speechtextai splunk spoonacular sportradar sportsmonk
    spotify square squarespace squareup sslmate stability stadiamaps statsig
    statuscake statuspage statuspal stitchdata stockdata storecove storj stormboard
    stormglass storyblok storychief strava streak stripe stripo styt stytch sugester
    sumo sumologic sumsub supabase supadata supermemory supernotes surveyanyplace
    surveybot surveysparrow survicate swell swiftype synology tailscale tallyfy
    tatum tavily tavus taxjar teamcity teamgate teamwork technicalanalysisapi
    telegram telesign teletype telnyx terraform testmo text2data textmagic
    theoddsapi thingsboard thinkific thirdweb thousandeyes thunderforest
    ticketmaster tickettailor tigerdata tigris tiingo timecamp timezoneapi tines
    tinify tinybird tinypng tly tmetric todoist together togetherai toggl tokeet
    tomorrowio tomtom traceloop tradier traefik trakt transferwise travelpayouts
    travis travisci trello truenas trufflehog turbopuffer turborepo turso twelvedata
    twilio twist twitch twitter typeform typesense typetalk ubidots uclassify unify
    unleash unplugg unraid unsplash upcdatabase upcloud uplead uploadcare
    uploadthing upstage upstash uptimerobot upwave urlscan userflow userstack
    valtown vapi vastai vatlayer vault vaultwarden vbout vectara vellum vercel
    verifier verimail veriphone versioneye viewneo virustotal visualcrossing
    voiceflow voicegain volcengine vonage voodoosms vouchery voyage vpnapi vultr
    vyte wakatime walkscore wandb wasabi watson weatherapi weatherbit weatherstack
    weaviate web3storage webex webflow webscraper webscraping websitepulse wechat
    weibo weightsandbiases wepay whoxy wistia wolframalpha woocommerce workos
    worksnaps workstack worldcoinindex worldweather wpengine wrike xai xata xendit
    yandex yelp yext youneedabudget yousign youtrack youtube zapier zapsign zeabur
    zendesk zenkit zenrows zenscrape zenserp zeplin zeptomail zerobounce zerotier
    zhipu zilliz zipapi zipbooks zipcodeapi zoho zonka zoom zulip zuora zuplo
    """.split()
)
# Names that only count as a whole word, because other words begin like them.
_SHORT = frozenset(
    b"ably cartesia cf exa fal fb gladia hume kinde okx vk wise zep".split()
)
_LONGEST = max(map(len, NAMES))
# How the other names begin.
_HEAD = 3
_HEADS = frozenset(name[:_HEAD] for name in NAMES)


def named(text: bytes) -> bool:
    """Whether lower-case text names one of the services, at a word's start."""
    import re

    joined = text.replace(b"-", b"").replace(b"_", b"")
    words = re.findall(rb"[a-z][a-z0-9]+|1password", text + b" " + joined)
    return any(_starts_with_name(word) for word in words)


def _starts_with_name(word: bytes) -> bool:
    if word in _SHORT:
        return True
    if word[:_HEAD] not in _HEADS:
        return False
    lengths = range(min(len(word), _LONGEST), _HEAD - 1, -1)
    return any(word[:n] in NAMES for n in lengths)
