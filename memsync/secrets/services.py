"""Services whose credentials have no prefix: plain hexadecimal, a UUID, letters.

Such a value alone is no evidence, a hash looks the same. Beside a word such as
`key` or `token`, the service's name is.
"""

NAMES = frozenset(
    b"""
    1password abuseipdb accuweather adafruit addsearch adobe agora airbrake airtable airship
    airvisual aiven akamai alchemy alchemyapi alegra algolia alibaba aliyun amazon
    amplitude anthropic apacta apideck apiflash apify apilayer apimetrics apollo
    appcenter appfollow appoptics appointedd artifactory asana assemblyai atlassian audd
    auth0 authy autodesk autoklose autopilot avaza axonaut aylien azure backblaze bannerbear
    baremetrics baseten beamer beebole bing binance bitbar bitbucket bitcoinaverage bitfinex
    bitly bitmex bitrise bittrex blazemeter blitapp blockfrost blogger bombbomb boostnote
    borgbase box braintree branchio brandfetch brave brevo browserstack buddyns budibase
    bugherd bugsnag buildkite bulbul bulksms buttercms calendarific calendly calorieninja
    campayn cannyio capsulecrm captaindata centralstationcrm cerebras cexio chartmogul
    chatbot chatfuel checkio checklyhq cicero circleci clarifai clay clearbit
    clickhelp clickhouse clicksend clickup clinchpad clockify clockwork clojars closecrm
    cloudflare cloudant cloudimage cloudmersive cloudplan cloudsight cloverly cloze
    clustdoc cobalt coda codacy codeclimate codecov codequiry cohere coinapi coinbase
    coinlayer coinlib coinmarketcap confluent contentful contentstack conversiontools
    convertkit copper couchbase countrylayer courier coveralls coze crossbrowsertesting
    crowdin crowdstrike cryptocompare currencylayer currencyscoop currentsapi customerio
    cursor dareboost databento databricks datadog dataflowkit datadome debounce deepai
    deepgram deepl deepseek defined delighted deno deputy detectify detectlanguage
    deviantart devto dfuse diffbot digitalocean discord discourse disqus dnscheck docker dockerhub
    docparser documo docusign doppler dotmailer dovico drone droneci dronahq dropbox
    duffel duo dyspatch dynalist dynatrace easyinsight easypost ecostruxure edamam eightxeight
    elastic elasticemail enablex enigma ethplorer etherscan etsy eventbrite everhour
    exchangerate exchangeratesapi expo facebook fastforex fastly fetchrss figma fileio finage
    financialmodelingprep findl finicity finnhub firebase fireworks fixerio flatio fleetbase
    flexport flickr flightapi flightlabs flightstats float flowdock flowflu flutter
    flutterwave fly fmfw formbucket formcraft formio foursquare frameio freshbooks freshdesk
    front fulcrum fullstory fusebill fxmarket gcp geckoboard gemini gengo geoapify geocode geocodify
    geocodio geoipify getemail getgeoapi getgist getresponse getsandbox github gitlab gitter
    glassnode gocanvas gocardless goodday google grafana graphcms groq groovehq gtmetrix guru gumroad
    gyazo happi happyscribe harvest helpcrunch helpscout hereapi heroku hive hiveage
    holistic honeycomb hootsuite host hotjar html2pdf hubspot huggingface humanity hunter
    hybiscus hypertrack iconfinder iexapis iexcloud imagekit impala infobip infracost
    infura ingest insightly instabot instagram instamojo instantly integromat intercom
    interseller intrinio invoiceocean ip2location ipapi ipdata ipgeolocation ipify
    ipinfo ipquality ipstack iterable jenkins jfrog jina jira jotform jumpcloud juro
    kairos kanban karma keenio keycdn keygen kickbox klaviyo klingai klipfolio knapsackpro
    kontent kraken kucoin kylas langchain langfuse lark launchdarkly leadfeeder lemlist
    lemonsqueezy lendflow lessannoyingcrm lexigram line linear linemessaging linenotify
    linkedin linkpreview liveagent livestorm lob locationiq loggly logdna loginradius logz lokalise
    looker loyverse lunchmoney luno macaddress madkudu magnetic mailboxlayer mailchimp
    mailerlite mailgun mailjet mailmodo mailsac mandrill mapbox mapquest marketstack
    mattermost mavenlink maxmind meaningcloud mediastack meraki mesibo messagebird metaapi
    metabase metrilo microsoft midise mindmeister mistral mite mixmax mixpanel mockaroo moderation
    monday mongodb monkeylearn moonclerk moosend moralis mrticktock mux myfreshworks myintervals
    nasdaq netlify neutrino newrelic newsapi newscatcher nexmo nftport ngc ngrok nicereply
    nightfall nimble noticeable notion nozbeteams npm nuget numverify nutritionix nvidia nylas
    nytimes oanda okta ollama omnisend onedesk onelogin onesignal onfleet oopspam
    openai opencage opendatasoft openrouter openshift openuv openweather opsgenie optimizely orbit
    overloop owlbot packagecloud packagist pagerduty pandadoc pandascore paralleldots partnerstack
    passbase pastebin paydirt paymo paymongo paypal paystack pdflayer pdfshift peopledatalabs
    pepipost percy perplexity phraseaccesstoken pinata pinecone pipedream pipedrive pivotaltracker
    pixabay plaid plaidkey planetscale planview planviewleankit planyo plivo poloniex polygon
    portainer positionstack posthog postageapp postbacks postgres postman postmark
    powrbot prefect privacy prodpad prospectcrm prospectio protocolsio proxycrawl
    pubnub pulumi purestake pushbullet pusher pypi qase qualaroo qubole quay queue quickmetrics
    rabbitmq rapidapi raven rawg razorpay reachmail readme rebrandly recharge redis refiner
    render rentman replicate replyio requestfinance resend restpack revamp rev riot ringcentral
    ritekit roaring rocketreach rollbar ronin route4me rownd rubygems runrunit runpod salesblink
    salesflare salesforce salesmate sanity satismeter saucelabs scaleway scalingo scalr scraperapi
    scraperbox scrapersite scraping scrapingant scrapingbee screenshotapi screenshotlayer
    scrutinizer securitytrails segment selectpdf semaphore sendbird sendgrid
    sendinblue sendpulse sentiment sentry serphouse serpstack settlemint shippo shipday shodan shopify
    shortcut shotstack shutterstock sidekiq sigopt signable signalwire signaturit signupgenius
    sigopt simfin simplesat simplynoted simvoly sinch sirv siteleaf skrapp skybiometry slack
    smartsheet smartystreets smooch snipcart snowflake snyk sonar sonarqube sonarcloud sourcegraph
    sparkpost speechtextai spectralops splunk spoonacular sportradar sportsmonk spotify
    square squarespace squareup sslmate stability statuscake statuspage statuspal stitchdata
    stockdata storecove stormboard stormglass storyblok storychief strava streak stripe
    stripo styt stytch sugester sumo sumologic supabase supernotes surge surveyanyplace surveybot
    surveysparrow survicate swell swiftype tailscale tallyfy tatum tavily taxjar teamgate
    teamwork technicalanalysisapi telegram telesign teletype telnyx terraform text2data textmagic theoddsapi
    thinkific thingsboard thousandeyes ticketmaster tickettailor tiingo timecamp timezoneapi
    tines tmetric tly todoist together toggl tokeet tomorrowio tomtom tradier transferwise travelpayouts travis
    travisci trello trufflehog tru twelvedata twilio twist twitch twitter typeform typetalk
    ubidots uclassify unify unleash unplugg unsplash upcdatabase uplead uploadcare uptimerobot upwave
    urlscan userflow userstack vastai vatlayer vault vbout vercel verifier verimail veriphone
    versioneye viewneo virustotal visualcrossing voicegain voiceflow voodoosms vouchery voyage vpnapi
    vultr vyte wakatime walkscore wandb watson weatherbit weatherstack web3storage webex
    webflow webscraper webscraping websitepulse wepay whoxy wistia woocommerce worksnaps
    workstack worldcoinindex worldweather wpengine wrike x xai xata yandex yelp yext
    youneedabudget yousign youtube weightsandbiases kafka bscscan commercejs zapier zendesk zenkit zenrows zenscrape zenserp zeplin
    zerobounce zerotier zhipu zipapi zipbooks zipcodeapi zoho zonka zoom zulip zuplo
    fb aws ibm oci do cf digitalocean hetzner linode ovh vk line lark feishu wechat weibo
    """.split()
) - frozenset(b"x do line box front host queue tru rev guru float text defined brave surge impala".split())


def named(text: bytes) -> bool:
    """Whether lower-case text names one of the services, at a word's start."""
    import re

    joined = text.replace(b"-", b"").replace(b"_", b"")
    words = re.findall(rb"[a-z][a-z0-9]+|1password", text + b" " + joined)
    return any(_starts_with_name(word) for word in words)


def _starts_with_name(word: bytes) -> bool:
    return any(word[:n] in NAMES for n in range(min(len(word), 21), 2, -1)) or word in (b"fb", b"vk", b"cf")
