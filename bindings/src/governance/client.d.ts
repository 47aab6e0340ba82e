import { Action, Settings, ClassEntry, Cooling, Warming, Proposal, ContractEvent } from './types.js';
import { AssembledTransaction, Client as ContractClient, ClientOptions as ContractClientOptions, MethodOptions, ExternalExecutableRef } from '@stellar/stellar-sdk/contract';
import { Address, xdr } from '@stellar/stellar-sdk';
export interface Client {
    /**
     * Stops a proposal before it runs, until `veto_until` of the settings. It can't stop a proposal that only ends
     * stops and dismisses guardians. Role `vetoer`.
     */
    veto(args: {
        guardian: string | Address;
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Votes on a proposal, once per address. `support`: 0 against, 1 for, 2 abstain. Returns the weight in stroops.
     */
    vote(args: {
        voter: string | Address;
        id: Uint8Array;
        support: number;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stops staking, activating, and every proposal except those that only end stops and dismiss guardians. Ends by itself 30
     * days after it began, and can't begin again before 44 days after that. Role `pauser`.
     */
    pause(args: {
        guardian: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Starts the delay of a won proposal, within 14 days after the vote, and announces its new code at `admin`. By anyone.
     * Returns the Unix second from which it may be executed: not before its code can be used.
     */
    queue(args: {
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Locks `amount` stroops, which can be activated after the warm-up. It starts anew for tokens that warm up already.
     */
    stake(args: {
        staker: string | Address;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Withdraws a proposal until its vote is over or won. By its proposer.
     */
    cancel(args: {
        proposer: string | Address;
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Runs a queued proposal, once, after its delay and before its grace time is over. By anyone.
     */
    execute(args: {
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Brings the data to this code's schema version, once. Role `upgrader`, or a vote.
     */
    migrate(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Announces a vote on 1 to 5 calls of at most 4,096 B (XDR), described in at most 1,024 B. Needs the threshold of
     * votes, and no three proposals whose vote isn't over. Works while paused, like all up to `queue`. Returns the id.
     */
    propose(args: {
        proposer: string | Address;
        actions: Array<Action>;
        description: string;
    }, options?: MethodOptions): Promise<AssembledTransaction<Uint8Array>>;
    /**
     * Ends this contract's own stop. For another day, only proposals that could run during the stop can run. Role
     * `unpauser`, or a vote.
     */
    unpause(args: {
        operator: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Takes tokens that still warm up, then votes, and starts the cool-down, anew for tokens that cool down already.
     * Works while paused. Returns the Unix second from which the tokens can be withdrawn.
     */
    unstake(args: {
        staker: string | Address;
        amount: bigint;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Gives a vote for each stroop that has warmed up. It counts on proposals whose snapshot lies ahead. Returns the
     * amount in stroops.
     */
    activate(args: {
        staker: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Announces the new code of a queued proposal at `admin` once more, if a guardian cancelled it or it would become void. The
     * proposal's own times stay. By anyone. Returns the Unix second from which `admin` lets the code be used.
     */
    announce(args: {
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Lets `delegatee` vote for the account on proposals whose snapshot lies ahead, until the account names another one; the
     * account itself takes the right back at once. No votes move. Works while paused.
     */
    delegate(args: {
        account: string | Address;
        delegatee: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<void>>;
    /**
     * Votes for 1 to 25 accounts that named this delegate before the vote began and still do, each with its own votes. Leaves
     * out the others, and those that have voted or have no votes. Fails if that leaves nobody. Returns the weight of all in
     * stroops.
     */
    vote_for(args: {
        delegate: string | Address;
        id: Uint8Array;
        support: number;
        delegators: Array<string | Address>;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Sends back what has cooled down. Works while paused. Returns the amount in stroops.
     */
    withdraw(args: {
        staker: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * True while this contract itself is stopped.
     */
    paused(options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Votes of a staker, in stroops.
     */
    staked(args: {
        staker: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * The calls of a proposal; empty if there is no such proposal.
     */
    actions(args: {
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<Array<Action>>>;
    /**
     * The stake that a staker can withdraw, now or later.
     */
    cooling(args: {
        staker: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<Cooling | null>>;
    /**
     * Schema version of the stored data.
     */
    version(options?: MethodOptions): Promise<AssembledTransaction<number>>;
    /**
     * The stake that a staker can activate, now or later.
     */
    warming(args: {
        staker: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<Warming | null>>;
    /**
     * A proposal with its state as of now.
     */
    proposal(args: {
        id: Uint8Array;
    }, options?: MethodOptions): Promise<AssembledTransaction<Proposal | null>>;
    settings(options?: MethodOptions): Promise<AssembledTransaction<Settings>>;
    has_voted(args: {
        id: Uint8Array;
        voter: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<boolean>>;
    /**
     * Stroops that this contract holds: at least what has votes, warms up and cools down.
     */
    total_held(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * The delegate that an account has named, if any.
     */
    get_delegate(args: {
        account: string | Address;
    }, options?: MethodOptions): Promise<AssembledTransaction<string | null>>;
    /**
     * Votes of all, in stroops.
     */
    total_staked(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stroops unstaked but not withdrawn, of all.
     */
    total_cooling(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
    /**
     * Stroops staked but not activated, of all.
     */
    total_warming(options?: MethodOptions): Promise<AssembledTransaction<bigint>>;
}
export declare class Client extends ContractClient {
    readonly options: ContractClientOptions;
    constructor(options: ContractClientOptions);
    static deploy<T = Client>(args: {
        admin: string | Address;
        state: string | Address;
        asset: string | Address;
        settings: Settings;
        classes: Array<ClassEntry>;
    }, options: MethodOptions & Omit<ContractClientOptions, 'contractId'> & {
        salt?: Uint8Array;
        address?: string;
    } & ({
        wasmHash: Uint8Array | string;
        format?: "hex" | "base64";
        externalRef?: never;
    } | {
        externalRef: ExternalExecutableRef;
        wasmHash?: never;
        format?: never;
    })): Promise<AssembledTransaction<T>>;
    readonly fromJson: {
        veto: (json: string) => AssembledTransaction<void>;
        vote: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        queue: (json: string) => AssembledTransaction<bigint>;
        stake: (json: string) => AssembledTransaction<void>;
        cancel: (json: string) => AssembledTransaction<void>;
        execute: (json: string) => AssembledTransaction<void>;
        migrate: (json: string) => AssembledTransaction<void>;
        propose: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>>;
        unpause: (json: string) => AssembledTransaction<void>;
        unstake: (json: string) => AssembledTransaction<bigint>;
        activate: (json: string) => AssembledTransaction<bigint>;
        announce: (json: string) => AssembledTransaction<bigint>;
        delegate: (json: string) => AssembledTransaction<void>;
        vote_for: (json: string) => AssembledTransaction<bigint>;
        withdraw: (json: string) => AssembledTransaction<bigint>;
        paused: (json: string) => AssembledTransaction<boolean>;
        staked: (json: string) => AssembledTransaction<bigint>;
        actions: (json: string) => AssembledTransaction<Action[]>;
        cooling: (json: string) => AssembledTransaction<Cooling | null>;
        version: (json: string) => AssembledTransaction<number>;
        warming: (json: string) => AssembledTransaction<Warming | null>;
        proposal: (json: string) => AssembledTransaction<Proposal | null>;
        settings: (json: string) => AssembledTransaction<Settings>;
        has_voted: (json: string) => AssembledTransaction<boolean>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        get_delegate: (json: string) => AssembledTransaction<string | null>;
        total_staked: (json: string) => AssembledTransaction<bigint>;
        total_cooling: (json: string) => AssembledTransaction<bigint>;
        total_warming: (json: string) => AssembledTransaction<bigint>;
    };
    /** @deprecated Use fromJson instead. */
    readonly fromJSON: {
        veto: (json: string) => AssembledTransaction<void>;
        vote: (json: string) => AssembledTransaction<bigint>;
        pause: (json: string) => AssembledTransaction<void>;
        queue: (json: string) => AssembledTransaction<bigint>;
        stake: (json: string) => AssembledTransaction<void>;
        cancel: (json: string) => AssembledTransaction<void>;
        execute: (json: string) => AssembledTransaction<void>;
        migrate: (json: string) => AssembledTransaction<void>;
        propose: (json: string) => AssembledTransaction<Uint8Array<ArrayBufferLike>>;
        unpause: (json: string) => AssembledTransaction<void>;
        unstake: (json: string) => AssembledTransaction<bigint>;
        activate: (json: string) => AssembledTransaction<bigint>;
        announce: (json: string) => AssembledTransaction<bigint>;
        delegate: (json: string) => AssembledTransaction<void>;
        vote_for: (json: string) => AssembledTransaction<bigint>;
        withdraw: (json: string) => AssembledTransaction<bigint>;
        paused: (json: string) => AssembledTransaction<boolean>;
        staked: (json: string) => AssembledTransaction<bigint>;
        actions: (json: string) => AssembledTransaction<Action[]>;
        cooling: (json: string) => AssembledTransaction<Cooling | null>;
        version: (json: string) => AssembledTransaction<number>;
        warming: (json: string) => AssembledTransaction<Warming | null>;
        proposal: (json: string) => AssembledTransaction<Proposal | null>;
        settings: (json: string) => AssembledTransaction<Settings>;
        has_voted: (json: string) => AssembledTransaction<boolean>;
        total_held: (json: string) => AssembledTransaction<bigint>;
        get_delegate: (json: string) => AssembledTransaction<string | null>;
        total_staked: (json: string) => AssembledTransaction<bigint>;
        total_cooling: (json: string) => AssembledTransaction<bigint>;
        total_warming: (json: string) => AssembledTransaction<bigint>;
    };
    /**
     * Parse a raw contract event (topics + data) into a typed {@link ContractEvent}.
     */
    parseEvent(topics: xdr.ScVal[] | string[], data: xdr.ScVal | string): ContractEvent | undefined;
    /**
     * Build a topics filter row for the "Stake" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    stakeEventFilter(topicValues?: {
        staker?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Voted" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    votedEventFilter(topicValues?: {
        id?: Uint8Array;
        voter?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Queued" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    queuedEventFilter(topicValues?: {
        id?: Uint8Array;
    }): string[];
    /**
     * Build a topics filter row for the "Vetoed" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    vetoedEventFilter(topicValues?: {
        id?: Uint8Array;
        guardian?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Unstake" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    unstakeEventFilter(topicValues?: {
        staker?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Activate" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    activateEventFilter(topicValues?: {
        staker?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "ClassSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    classSetEventFilter(topicValues?: {
        target?: string | Address;
        function?: string;
    }): string[];
    /**
     * Build a topics filter row for the "Executed" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    executedEventFilter(topicValues?: {
        id?: Uint8Array;
    }): string[];
    /**
     * Build a topics filter row for the "Proposed" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    proposedEventFilter(topicValues?: {
        id?: Uint8Array;
        proposer?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Withdraw" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    withdrawEventFilter(topicValues?: {
        staker?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Cancelled" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    cancelledEventFilter(topicValues?: {
        id?: Uint8Array;
    }): string[];
    /**
     * Build a topics filter row for the "SettingsSet" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    settingsSetEventFilter(): string[];
    /**
     * Build a topics filter row for the "DelegateChanged" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    delegateChangedEventFilter(topicValues?: {
        delegator?: string | Address;
    }): string[];
    /**
     * Build a topics filter row for the "Paused" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    pausedEventFilter(): string[];
    /**
     * Build a topics filter row for the "Migrated" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    migratedEventFilter(): string[];
    /**
     * Build a topics filter row for the "Unpaused" event, for use in `Api.EventFilter.topics` when calling `server.getEvents`. Omitted fields match any value.
     */
    unpausedEventFilter(): string[];
}
