"""A client of localnet's part of Horizon for the programs beside it; the first argument is localnet's URL."""

import sys
from urllib.request import urlopen

from stellar_sdk import Asset, Keypair, Network, Server, TransactionBuilder

PASSPHRASE = Network.STANDALONE_NETWORK_PASSPHRASE
URL = sys.argv[1]
server = Server(URL)
native = Asset.native()


def funded():
    key = Keypair.random()
    urlopen(f"{URL}/friendbot?addr={key.public_key}").close()
    return key


def build(source, *operations):
    account = server.load_account(source)
    fee = server.fetch_base_fee()
    builder = TransactionBuilder(account, PASSPHRASE, base_fee=fee).set_timeout(60)
    for add in operations:
        add(builder)
    envelope = builder.build()
    envelope.sign(source)
    return envelope


def submit(source, *operations):
    return server.submit_transaction(build(source, *operations))


def pay(to, amount, asset=native):
    return lambda builder: builder.append_payment_op(to.public_key, asset, amount)


def records(builder):
    return builder.call()["_embedded"]["records"]
