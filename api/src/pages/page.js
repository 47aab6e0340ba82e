const form = document.querySelector("form");
const outcome = document.querySelector("#outcome");
const tokenOfLink = () => new URLSearchParams(location.hash.slice(1)).get("token");

/** In words for people; other problems say what is wrong themselves. */
const texts = {
  invalid_one_time_token: "This link was used already, or is too old: ask for another mail, and use the newest.",
  missing_token:
    "This account has no password: log in with its wallet where you use it, and give the token of the mail there.",
  missing_api_key:
    "This is a merchant's address: log in to the merchant's pages in this browser, then try again here. Or run `merit merchant confirm` with the token of the mail.",
};

/**
 * Sends the token. The answer says what is in the way, or is null if it is done.
 * @param role as whom the caller is logged in here, if at all: addresses are confirmed by those whose account it is
 */
async function send(role) {
  const body = JSON.stringify({ ...Object.fromEntries(new FormData(form)), token: tokenOfLink() });
  const headers = { "Content-Type": "application/json", "X-Merit-Session": role };
  try {
    const response = await fetch(form.dataset.call, { method: "POST", headers, body });
    if (response.ok) return null;
    const { code, detail, errors } = await response.json();
    // The address is a merchant's. A token that was refused isn't used up.
    if (code === "missing_api_key" && role === "user") return send("merchant");
    return texts[code] ?? errors?.map(({ field, message }) => `The ${field} ${message}.`).join(" ") ?? detail;
  } catch {
    return "The service can't be reached: try again in a moment.";
  }
}

let isBusy = false;
form.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (isBusy) return;
  isBusy = true;
  // The same text twice would not be read out again.
  outcome.textContent = "";
  const problem = await send("user");
  outcome.textContent = problem ?? form.dataset.done;
  isBusy = false;
  if (problem !== null) return;
  form.hidden = true;
  history.replaceState(null, "", location.pathname);
});

function start() {
  form.hidden = tokenOfLink() === null;
  outcome.textContent = form.hidden ? "This link is not whole: open it as it is in the mail." : "";
}

// The link of another mail, opened here, changes nothing but what is behind the `#`.
addEventListener("hashchange", () => location.hash && start());
start();
