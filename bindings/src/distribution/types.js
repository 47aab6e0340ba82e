/**
* Errors of `distribution`, 15000 and up. The numbers are stable.
*/
export const DistributionError = {
    /**
     * The caller doesn't hold the role.
     */
    15000: { message: "Unauthorized" },
    /**
     * This contract or the whole system is stopped.
     */
    15001: { message: "Paused" },
    /**
     * The stored data already has this schema version.
     */
    15002: { message: "AlreadyMigrated" },
    /**
     * Not above 0 and at most `i64::MAX`.
     */
    15003: { message: "InvalidAmount" },
    /**
     * A batch without payments.
     */
    15010: { message: "Empty" },
    /**
     * More than 60 payments in a batch, or more than 256 numbers in a query.
     */
    15011: { message: "TooMany" },
    /**
     * Each number of a batch must be above the one before.
     */
    15012: { message: "NumbersNotRising" },
    /**
     * A reference of zeros means "unpaid" and can't be one.
     */
    15013: { message: "InvalidReference" }
};
/**
 * Error Enum: MerkleDistributorError
 */
export const MerkleDistributorError = {
    /**
     * The merkle root is not set.
     */
    1300: { message: "RootNotSet" },
    /**
     * The provided index was already claimed.
     */
    1301: { message: "IndexAlreadyClaimed" },
    /**
     * The proof is invalid.
     */
    1302: { message: "InvalidProof" }
};
/**
 * Error Enum: SorobanFixedPointError
 */
export const SorobanFixedPointError = {
    /**
     * Arithmetic overflow occurred
     */
    1500: { message: "Overflow" },
    /**
     * Division by zero
     */
    1501: { message: "DivisionByZero" },
    /**
     * Base is outside the valid domain (e.g. `ln(x)` for `x <= 0`,
     * or `powf(x, y)` with non-positive `x` combined with float exponent).
     */
    1502: { message: "InvalidBase" }
};
/**
 * Error Enum: CryptoError
 */
export const CryptoError = {
    /**
     * The merkle proof length is out of bounds.
     */
    1400: { message: "MerkleProofOutOfBounds" },
    /**
     * The index of the leaf is out of bounds.
     */
    1401: { message: "MerkleIndexOutOfBounds" },
    /**
     * No data in hasher state.
     */
    1402: { message: "HasherEmptyState" },
    /**
     * The point is neither the canonical identity encoding nor a canonical
     * on-curve point.
     */
    1403: { message: "InvalidPoint" }
};
/**
 * Error Enum: PausableError
 */
export const PausableError = {
    /**
     * The operation failed because the contract is paused.
     */
    1000: { message: "EnforcedPause" },
    /**
     * The operation failed because the contract is not paused.
     */
    1001: { message: "ExpectedPause" }
};
