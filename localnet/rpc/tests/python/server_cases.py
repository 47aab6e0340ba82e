"""Plays the calls of the Python SDK's own tests of its Horizon client, most of which ask the public network, against localnet."""

import json
from urllib.request import Request, urlopen

from stellar_sdk import Asset, Claimant, FeeBumpTransactionEnvelope, Keypair, MuxedAccount, TransactionBuilder
from stellar_sdk.account import Thresholds
from stellar_sdk.exceptions import BadRequestError, NotFoundError, NotPageableError
from stellar_sdk.sep.exceptions import AccountRequiresMemoError
from support import PASSPHRASE, URL, build, funded, native, pay, records, server, submit

POOL = "dd7b1ab831c273310ddbec6f97870aa83c2fbd78ce22aded37ecbf4f3380fac7"

def raised(kind, call, *arguments):
    try:
        call(*arguments)
    except kind as error:
        return error
    raise AssertionError(f"{call} raised no {kind}")


issuer, holder, strict = funded(), funded(), funded()
own, usd = holder.public_key, Asset("USD", issuer.public_key)
submit(strict, lambda builder: builder.append_manage_data_op("config.memo_required", "1"))
thresholds = dict(low_threshold=1, med_threshold=2, high_threshold=3, master_weight=3)
opened = submit(holder, lambda builder: builder.append_set_options_op(**thresholds).append_change_trust_op(usd))
paid = submit(issuer, pay(holder, "12.5", usd), pay(holder, "1"))
given = submit(issuer, lambda builder: builder.append_create_claimable_balance_op(usd, "25", [Claimant(own)]))
raised(BadRequestError, submit, holder, pay(issuer, "1000000"))
(balance,) = records(server.claimable_balances().for_asset(usd))
operations = records(server.operations().for_transaction(paid["hash"]))
before = (paid["ledger"] << 32) - 1

# An account is loaded by each form of its address.
for form, muxed in [
    (own, MuxedAccount(own)),
    (holder, MuxedAccount(own)),
    (MuxedAccount(own, 1234), MuxedAccount(own, 1234)),
    (MuxedAccount(own, 1234).account_muxed, MuxedAccount(own, 1234)),
]:
    account = server.load_account(form)
    assert account.account == muxed and isinstance(account.sequence, int), form
    assert account.thresholds == Thresholds(1, 2, 3), account.thresholds

# Each builder's list: its records by these members.
much, little = {"amount": "12.5000000"}, {"amount": "1.0000000"}
amounts, twice = [much, little], [much, much, little, little]
joined, failed = {"transaction": paid}, {"successful": False}
for name, builder, expected in [
    ("ledgers", server.ledgers().cursor(before).limit(1), [{"sequence": paid["ledger"]}]),
    ("a ledger's transactions", server.transactions().for_ledger(paid["ledger"]), [{"hash": paid["hash"]}]),
    ("a balance's transactions", server.transactions().for_claimable_balance(balance["id"]), [{"hash": given["hash"]}]),
    ("transactions", server.transactions().for_account(own).include_failed(True).cursor(before), [paid, given, failed]),
    ("those that succeeded", server.transactions().for_account(own).include_failed(False).cursor(before), [paid, given]),
    ("a ledger's operations", server.operations().for_ledger(paid["ledger"]), amounts),
    ("a balance's operations", server.operations().for_claimable_balance(balance["id"]), [{"type_i": 14}]),
    ("operations joined", server.operations().for_ledger(paid["ledger"]).join("transactions").limit(1), [joined]),
    ("a ledger's payments", server.payments().for_ledger(paid["ledger"]), amounts),
    ("a transaction's payments", server.payments().for_transaction(paid["hash"]).include_failed(True), amounts),
    ("payments joined", server.payments().for_account(own).join("transactions").cursor(before).limit(1), [joined]),
    ("a ledger's effects", server.effects().for_ledger(paid["ledger"]), twice),
    ("a transaction's effects", server.effects().for_transaction(paid["hash"]), twice),
    ("assets", server.assets().for_code("USD").for_issuer(issuer.public_key), [{"num_claimable_balances": 1}]),
    ("balances by claimant", server.claimable_balances().for_claimant(own), [balance]),
    ("balances by sponsor", server.claimable_balances().for_sponsor(issuer.public_key), [balance]),
    ("a pool's accounts", server.accounts().for_liquidity_pool(POOL), []),
    ("offers", server.offers(), []),
    ("offers by account", server.offers().for_account(own), []),
    ("offers by assets", server.offers().for_seller(own).for_selling(usd).for_buying(native), []),
    ("offers by sponsor", server.offers().for_sponsor(own), []),
    ("trades", server.trades(), []),
    ("a pair's trades", server.trades().for_asset_pair(usd, native), []),
    ("an offer's trades", server.trades().for_offer(1000), []),
    ("trades by type", server.trades().for_trade_type("orderbook"), []),
    ("sums of trades", server.trade_aggregations(usd, native, 3600000, 1565272000000, 1565278000000, 3600000), []),
    ("pools by reserves", server.liquidity_pools().for_reserves([usd, native]), []),
    ("pools by account", server.liquidity_pools().for_account(own), []),
    ("paths from an account", server.strict_receive_paths(own, usd, "20.0"), []),
    ("paths to an account", server.strict_send_paths(usd, "10.25", own), []),
]:
    found = records(builder)
    shown = [{member: one.get(member) for member in wanted} for one, wanted in zip(found, expected)]
    assert len(found) == len(expected) and shown == expected, (name, found)

# Each builder's single record, and members of it.
for builder, expected in [
    (server.ledgers().ledger(paid["ledger"]), {"sequence": paid["ledger"], "base_fee_in_stroops": 100}),
    (server.transactions().transaction(paid["hash"]), paid),
    (server.operations().operation(operations[0]["id"]), operations[0]),
    (server.claimable_balances().claimable_balance(balance["id"]), balance),
    (server.data(strict.public_key, "config.memo_required"), {"value": "MQ=="}),
    (server.orderbook(usd, native), {"bids": [], "asks": [], "counter": {"asset_type": "native"}}),
]:
    found = builder.call()
    assert found == found | expected, found
    assert raised(NotPageableError, builder.next).args == ("The next page does not exist.",)
    assert raised(NotPageableError, builder.prev).args == ("The prev page does not exist.",)

# Problems: what isn't there, and an address that isn't one.
for builder in [
    server.offers().offer(1000),
    server.liquidity_pools().liquidity_pool(POOL),
    server.operations().for_liquidity_pool(POOL),
    server.transactions().for_liquidity_pool(POOL),
    server.effects().for_liquidity_pool(POOL),
    server.trades().for_liquidity_pool(POOL),
    server.data(own, "hello"),
]:
    error = raised(NotFoundError, builder.call)
    assert (error.status, error.title, error.extras) == (404, "Resource Missing", None), error
    assert error.type == "https://stellar.org/horizon-errors/not_found", error.type
error = raised(BadRequestError, server.accounts().account_id("BADACCOUNTID").call)
assert (error.status, error.title) == (400, "Bad Request"), error
assert error.type == "https://stellar.org/horizon-errors/bad_request", error.type
assert error.detail == "The request you sent was invalid in some way.", error.detail
assert error.extras == {
    "invalid_field": "account_id",
    "reason": "Account ID must start with `G` and contain 56 alphanum characters",
}, error.extras

# Links of pages: at the end they stay where they are, and lead back from there.
pages = server.transactions().for_account(own).cursor(given["paging_token"]).limit(2).order(desc=True)


def links(page):
    return {name: link["href"].split("?")[1] for name, link in page["_links"].items()}


def place(cursor, order):
    return f"cursor={cursor}&limit=2&order={order}"


page = pages.call()
newest, oldest = (one["paging_token"] for one in page["_embedded"]["records"])
assert (newest, oldest) == (paid["paging_token"], opened["paging_token"])
assert links(page) == {
    "self": place(given["paging_token"], "desc"),
    "next": place(oldest, "desc"),
    "prev": place(newest, "asc"),
}, page
(created,) = (one["paging_token"] for one in pages.next()["_embedded"]["records"])
end = pages.next()
assert end["_embedded"]["records"] == []
assert links(end) == {"self": place(created, "desc"), "next": place(created, "desc"), "prev": place(created, "asc")}, end
back = pages.prev()
assert [one["paging_token"] for one in back["_embedded"]["records"]] == [oldest, newest]

# A transaction that is in a ledger is answered for again, whatever it is sent as; that of a fee bump too.
(oldest,) = records(server.transactions().limit(1))
assert server.submit_transaction(oldest["envelope_xdr"], True)["envelope_xdr"] == oldest["envelope_xdr"]
inner = build(holder, pay(issuer, "1"))
bump = TransactionBuilder.build_fee_bump_transaction(issuer.public_key, 200, inner, PASSPHRASE)
bump.sign(issuer)
for sent in [bump, bump.to_xdr(), FeeBumpTransactionEnvelope.from_xdr(bump.to_xdr(), PASSPHRASE)]:
    assert server.submit_transaction(sent)["envelope_xdr"] == bump.to_xdr()

# A submission that doesn't wait is answered with hash and status.
for form in [lambda envelope: envelope, lambda envelope: envelope.to_xdr()]:
    envelope = build(holder, pay(issuer, "1"))
    answer = server.submit_transaction_async(form(envelope), True)
    assert answer == {"hash": envelope.hash_hex(), "tx_status": "PENDING"}, answer

# SEP-29: a destination that wants a memo.
nobody = Keypair.random()


def merge(to):
    return lambda builder: builder.append_account_merge_op(to.public_key)


def swap(to):
    return lambda builder: builder.append_path_payment_strict_send_op(to.public_key, native, "10", usd, "1", [])


def trade(to):
    return lambda builder: builder.append_path_payment_strict_receive_op(to.public_key, native, "10", usd, "1", [])


for steps, index in [
    ([pay(strict, "1"), trade(strict), swap(strict), merge(strict)], 0),
    ([pay(issuer, "1"), trade(strict), swap(strict), merge(strict)], 1),
    ([pay(issuer, "1"), trade(issuer), swap(strict), merge(strict)], 2),
    ([pay(nobody, "1"), trade(issuer), swap(issuer), merge(strict)], 3),
]:
    error = raised(AccountRequiresMemoError, submit, holder, *steps)
    assert (error.account_id, error.operation_index) == (strict.public_key, index), error
codes = raised(BadRequestError, submit, holder, pay(nobody, "1")).extras["result_codes"]
assert codes["operations"] == ["op_no_destination"], codes
envelope = build(holder, pay(strict, "1"))
assert server.submit_transaction(envelope, skip_memo_required_check=True)["successful"] is True
assert submit(holder, pay(strict, "1"), lambda builder: builder.add_text_memo("hello, world"))["memo"] == "hello, world"

# A stream of ledgers from now on.
mode = {"jsonrpc": "2.0", "id": 1, "method": "localnet_setCloseMode", "params": {"mode": "interval", "ms": 100}}
urlopen(Request(URL, json.dumps(mode).encode(), {"Content-Type": "application/json"})).close()
stream = server.ledgers().cursor("now").stream()
first, second = next(stream), next(stream)
assert second["sequence"] == first["sequence"] + 1 and second["prev_hash"] == first["hash"]

print("all checks passed")
