import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

public final class HiddenFeedTest {
    private static void refused(String xml) {
        try {
            String title = Feed.title(xml);
            throw new AssertionError("gave " + title);
        } catch (IllegalArgumentException expected) {
            return;
        } catch (RuntimeException other) {
            throw new AssertionError(other);
        }
    }

    public void testTitle() {
        String title = Feed.title("<?xml version=\"1.0\"?><feed><a/><title>One</title><title>Two</title></feed>");
        if (!title.equals("One")) throw new AssertionError(title);
    }

    public void testEscapes() {
        String title = Feed.title("<feed><title>a &amp; b &#228;</title></feed>");
        if (!title.equals("a & b ä")) throw new AssertionError(title);
    }

    public void testOtherFilesAreNotRead() throws IOException {
        Path secret = Files.createTempFile("secret", ".txt");
        Files.writeString(secret, "hush");
        refused("<!DOCTYPE f [<!ENTITY x SYSTEM \"" + secret.toUri() + "\">]><f><title>&x;</title></f>");
    }

    public void testDoctypeIsRefused() {
        refused("<!DOCTYPE feed><feed><title>x</title></feed>");
        refused("no xml at all");
    }

    public void testEntitiesDoNotExplode() {
        refused("<!DOCTYPE f [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]><f><title>&b;</title></f>");
    }
}
