import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.xml.parsers.DocumentBuilderFactory;
import org.w3c.dom.Document;

/** Reads feeds. */
public final class Feed {
    private Feed() {}

    /** The text of the first title. */
    public static String title(String xml) {
        try {
            DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
            byte[] bytes = xml.getBytes(StandardCharsets.UTF_8);
            Document document = factory.newDocumentBuilder().parse(new ByteArrayInputStream(bytes));
            return document.getElementsByTagName("title").item(0).getTextContent();
        } catch (Exception error) {
            throw new IllegalStateException(error);
        }
    }
}
