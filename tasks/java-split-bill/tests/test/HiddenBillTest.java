import java.util.Arrays;

public final class HiddenBillTest {
    private static void same(long[] actual, long... expected) {
        if (!Arrays.equals(actual, expected)) throw new AssertionError(Arrays.toString(actual));
    }

    public void testEvenSplit() {
        same(Bill.split(900, 3), 300, 300, 300);
        same(Bill.split(0, 2), 0, 0);
    }

    public void testFirstPayTheRest() {
        same(Bill.split(1000, 3), 334, 333, 333);
        same(Bill.split(2, 4), 1, 1, 0, 0);
    }

    public void testNothingIsLost() {
        for (int people = 1; people < 40; people++) {
            long sum = Arrays.stream(Bill.split(99_991, people)).sum();
            if (sum != 99_991) throw new AssertionError(people + " people pay " + sum);
        }
    }

    public void testNobodyIsRefused() {
        refused(10, 0);
        refused(10, -2);
        refused(-1, 2);
    }

    private static void refused(long cents, int people) {
        try {
            Bill.split(cents, people);
        } catch (IllegalArgumentException expected) {
            return;
        } catch (RuntimeException other) {
            throw new AssertionError(other);
        }
        throw new AssertionError("accepted " + cents + " by " + people);
    }
}
