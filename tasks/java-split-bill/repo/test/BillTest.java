import java.util.Arrays;

public final class BillTest {
    public void testTwo() {
        long[] shares = Bill.split(10, 2);
        if (!Arrays.equals(shares, new long[] {5, 5})) throw new AssertionError(Arrays.toString(shares));
    }
}
