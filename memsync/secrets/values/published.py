"""Keys that a vendor's own documents show to everyone, as shortened SHA-256.

The file holds only digests: the keys themselves would make other scanners, and ours,
report this file.
"""

# The secret keys in the manual of Amazon's command line:
# docs.aws.amazon.com/cli/latest/userguide/cli-configure-files.html.
_AMAZON = "78314b11be2e5815 e21b597ba6b9cafa"

# The test keys in Stripe's documents: docs.stripe.com/keys.
_STRIPE = "2cafc0970149a84f 7e8de44ea9ecf6d5 f2d6ca16515033e5"

# Keys of demonstration projects, in the sources of Google's Firebase SDKs:
# github.com/firebase/firebase-js-sdk and its like for other systems.
_FIREBASE = """
    2037abcaffb2b777 27a9a42931dff7eb 37f8f09bdf12c2f2 3f370c9dd8225c63
    49f777db995e8260 4c98242dcadc8b29 8731261cb72d8626 a19f89ab3555eac1
    dc0fcf046c61640c e4a5542bb7fd7b67 ea9bb1082cf95663 eb540d2b6ee2a0a4
"""

# Samples of RFC 5849, 6455, 6749, 6750, 7009, 7519, 7617, 7636 and 9449
# (rfc-editor.org), and of OpenID Connect
# (openid.net/specs/openid-connect-core-1_0.html).
_RFC = """
    6c96130f130ab0d6 00cf4c781dc37003 e9974c507d2a8021 53f5da0aaa93d64c
    ca7459e2b26776de cf4d418ed3de92d7 687da00b09c83361 15cef4b629cc2d07
    ad71fb4165536675 9e309cccd311ea64 a71b359a87afde13 cb87c87e4a138d9a
    649e1f5c769e718b bb9b1163338b2a51 293257ab6495ebb1 4c20e6f5cc11b937
    6aa14267d94944e6 8be5d113c0871ce1 8d4ef6536dc8895f 2c31d647d5667058
    a35b81a7d7927b70 584b27d64ebc1b33 7d41f23b6af66770 13d31e961a1ad8ec
    0d299b1eb548708d b8e148545b13c78b ea9bdfd02c0c412c
"""

# The token that jwt.io shows to everyone who opens it.
_JWT = "7f75367e78812551"

# The one key that each emulator of Azure's storage and of Cosmos DB has:
# learn.microsoft.com/azure/storage/common/storage-use-azurite and
# learn.microsoft.com/azure/cosmos-db/emulator.
_EMULATORS = """
    0011cc25eb432071 900e6c2bf8ce6c14 aa6547439583c3a2 a28c56ecb012bfd0
"""

# Sample tokens in GitHub's documents: docs.github.com/rest.
_GITHUB = "3543c50b0cb9cea8 bc3ae723f57c6b9e 82e74299544e0073"

# The accounts of the test networks that Hardhat and Foundry start on one's own machine:
# hardhat.org/hardhat-network/docs/overview and getfoundry.sh/anvil/overview.
_NETWORKS = """
    60a09e4357868c1e 095101cf732c298a bb4978fbe7638de8 f02322197a196ceb
    5de22089c247b9b2 59feecfa04eb096b b69d88ff1ad5834a b6b9ee08c38f62da
    be394de37f9d6cf6 dd0102d1cd0c6ac7
"""

DIGESTS = frozenset(
    f"{_AMAZON} {_STRIPE} {_FIREBASE} {_RFC} {_JWT} {_EMULATORS} {_GITHUB}"
    f" {_NETWORKS}".split()
)
