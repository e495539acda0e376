/** Amounts are in cents. */
public final class Bill {
    private Bill() {}

    /** What each of them pays. */
    public static long[] split(long cents, int people) {
        long[] shares = new long[people];
        for (int person = 0; person < people; person++) {
            shares[person] = cents / people;
        }
        return shares;
    }
}
