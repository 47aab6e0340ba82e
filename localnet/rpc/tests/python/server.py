"""Checks localnet's part of Horizon with stellar_sdk.Server; the first argument is localnet's URL."""

from stellar_sdk import Asset, Keypair
from stellar_sdk.exceptions import BadRequestError, NotFoundError
from support import PASSPHRASE, funded, native, pay, records, server, submit

issuer, holder = funded(), funded()
asset = Asset("MERIT", issuer.public_key)

assert server.root().call()["network_passphrase"] == PASSPHRASE
assert server.fee_stats().call()["max_fee"]["mode"] == "100"
assert server.fetch_base_fee() == 100

submit(holder, lambda builder: builder.append_change_trust_op(asset))
sent = submit(issuer, pay(holder, "12.5", asset), pay(holder, "1"))
assert sent["successful"] is True

account = server.accounts().account_id(holder.public_key).call()
balances = {line.get("asset_code", "XLM"): line["balance"] for line in account["balances"]}
assert balances == {"MERIT": "12.5000000", "XLM": "10000.9999900"}, balances

transaction = server.transactions().transaction(sent["hash"]).call()
assert transaction["operation_count"] == 2 and transaction["ledger"] == sent["ledger"]
operations = records(server.operations().for_transaction(sent["hash"]))
assert [one["type"] for one in operations] == ["payment", "payment"]

payments = server.payments().for_account(holder.public_key).order(desc=True).limit(2)
assert [one["amount"] for one in records(payments)] == ["1.0000000", "12.5000000"]
older = payments.next()["_embedded"]["records"]
assert [one["type"] for one in older] == ["create_account"], older

effects = records(server.effects().for_account(holder.public_key).order(desc=True).limit(2))
assert [(one["type"], one["amount"]) for one in effects] == [
    ("account_credited", "1.0000000"),
    ("account_credited", "12.5000000"),
], effects
assert len(records(server.effects().for_operation(operations[0]["id"]))) == 2

signed = records(server.accounts().for_signer(holder.public_key))
assert [one["account_id"] for one in signed] == [holder.public_key]
holders = records(server.accounts().for_asset(asset))
assert [one["account_id"] for one in holders] == [holder.public_key]
assert records(server.accounts().for_sponsor(holder.public_key)) == []
(stats,) = records(server.assets().for_code("MERIT").for_issuer(issuer.public_key))
assert stats["balances"]["authorized"] == "12.5000000" and stats["accounts"]["authorized"] == 1

for empty in [
    server.claimable_balances().for_claimant(holder.public_key),
    server.offers().for_seller(holder.public_key),
    server.trades().for_account(holder.public_key),
    server.liquidity_pools(),
    server.strict_send_paths(native, "1", [asset]),
    server.strict_receive_paths([native], asset, "1"),
]:
    assert records(empty) == [], empty
book = server.orderbook(selling=native, buying=asset).call()
assert book["bids"] == [] and book["counter"]["asset_code"] == "MERIT", book

ledger = server.ledgers().ledger(sent["ledger"]).call()
assert ledger["successful_transaction_count"] == 1 and ledger["operation_count"] == 2

try:
    submit(holder, pay(issuer, "1000000"))
    raise AssertionError("paid more than there is")
except BadRequestError as error:
    assert error.extras["result_codes"]["operations"] == ["op_underfunded"], error.extras

try:
    server.load_account(Keypair.random())
    raise AssertionError("loaded an account that does not exist")
except NotFoundError as error:
    assert error.title == "Resource Missing"

stream = server.payments().for_account(holder.public_key).cursor("0").stream()
assert [next(stream)["type"] for _ in range(3)] == ["create_account", "payment", "payment"]
submit(issuer, pay(holder, "7"))
assert next(stream)["amount"] == "7.0000000"

print("all checks passed")
