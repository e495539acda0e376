public final class FeedTest {
    public void testTitle() {
        String title = Feed.title("<feed><title>News</title></feed>");
        if (!title.equals("News")) throw new AssertionError(title);
    }
}
