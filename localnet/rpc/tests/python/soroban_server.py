"""Checks localnet's RPC with stellar_sdk.SorobanServer; the first argument is localnet's URL."""

import sys
from urllib.request import urlopen

from stellar_sdk import Asset, Keypair, Network, SorobanServer, TransactionBuilder, scval
from stellar_sdk.exceptions import PrepareTransactionException
from stellar_sdk.soroban_rpc import EventFilter, EventFilterType, GetTransactionStatus, SendTransactionStatus

PASSPHRASE = Network.STANDALONE_NETWORK_PASSPHRASE
server = SorobanServer(sys.argv[1])


def funded():
    key = Keypair.random()
    urlopen(f"{sys.argv[1]}/friendbot?addr={key.public_key}").close()
    return key


def builder(source):
    account = server.load_account(source.public_key)
    return TransactionBuilder(account, PASSPHRASE, base_fee=100).set_timeout(60)


def send(source, transaction):
    transaction.sign(source)
    sent = server.send_transaction(transaction)
    assert sent.status == SendTransactionStatus.PENDING, sent
    found = server.get_transaction(sent.hash)
    assert found.status == GetTransactionStatus.SUCCESS, found
    return found


def prepared(source, add):
    return server.prepare_transaction(add(builder(source)).build())


assert server.get_health().status == "healthy"
assert server.get_network().passphrase == PASSPHRASE
assert server.get_version_info().protocol_version == 28
assert server.get_fee_stats().soroban_inclusion_fee.max == 0

first = server.get_latest_ledger().sequence
issuer, holder = funded(), funded()
asset = Asset("MERIT", issuer.public_key)
send(holder, builder(holder).append_change_trust_op(asset).build())
send(issuer, builder(issuer).append_payment_op(holder.public_key, asset, "5").build())
send(issuer, prepared(issuer, lambda b: b.append_create_stellar_asset_contract_from_asset_op(asset)))

contract = asset.contract_id(PASSPHRASE)
call = [scval.to_address(holder.public_key), scval.to_address(issuer.public_key), scval.to_int128(7)]
paid = send(holder, prepared(holder, lambda b: b.append_invoke_contract_function_op(contract, "transfer", call)))

# Pages: the client writes null for a cursor that it has not got.
hashes, page = [], server.get_transactions(start_ledger=first, limit=2)
while page.transactions:
    hashes += [one.transaction_hash for one in page.transactions]
    page = server.get_transactions(cursor=page.cursor, limit=2)
assert paid.transaction_hash in hashes and len(hashes) == len(set(hashes)), hashes

ledgers = server.get_ledgers(start_ledger=first, limit=2)
assert [one.sequence for one in ledgers.ledgers] == [first, first + 1]
ledgers = server.get_ledgers(cursor=ledgers.cursor, limit=1)
assert [one.sequence for one in ledgers.ledgers] == [first + 2]

filters = [EventFilter(event_type=EventFilterType.CONTRACT, contract_ids=[contract])]
events = server.get_events(first, filters=filters, limit=100).events
assert events[-1].transaction_hash == paid.transaction_hash

too_much = [*call[:2], scval.to_int128(10**12)]
try:
    prepared(holder, lambda b: b.append_invoke_contract_function_op(contract, "transfer", too_much))
    raise AssertionError("moved more than there is")
except PrepareTransactionException as error:
    text = error.simulate_transaction_response.error
    assert text.startswith("HostError: Error(Contract, #10)"), text
    assert "Event log (newest first):" in text and "resulting balance is not within the allowed range" in text, text

print("all checks passed")
