import { Link } from "@tanstack/react-router";
import { Heading } from "../shell.tsx";
import { Card } from "../ui/ui.tsx";

export function Home() {
  return (
    <div className="stack">
      <Heading title="Merit" />
      <div className="grid">
        <Card title={<Link to="/wallet">Wallet</Link>}>
          Your rewards, drops, redemptions, and what your wallet can sign.
        </Card>
        <Card title={<Link to="/merchant">Merchant</Link>}>Balance, campaigns, rewards, customers and events.</Card>
        <Card title={<Link to="/dev">Developer</Link>}>
          Accounts, contracts, transactions and ledgers of this network.
        </Card>
      </div>
    </div>
  );
}
