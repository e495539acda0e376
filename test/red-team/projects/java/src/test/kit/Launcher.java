import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.platform.launcher.TestExecutionListener;

/** A small stand-in for JUnit's launcher, with its report. */
public class Launcher {
  public static void main(String[] words) throws Exception {
    Path root = Path.of(words[0]);
    StringBuilder cases = new StringBuilder();
    int failed = 0;
    for (String name : testClasses(root)) {
      Class<?> type = Class.forName(name);
      Method[] methods = type.getDeclaredMethods();
      Arrays.sort(methods, Comparator.comparing(Method::getName));
      for (Method method : methods) {
        if (method.getAnnotation(Test.class) == null) continue;
        Throwable failure = run(type, method);
        for (TestExecutionListener listener : ServiceLoader.load(TestExecutionListener.class))
          failure = listener.executionFinished(method.getName(), failure);
        if (failure != null) failed++;
        cases.append("<testcase classname=\"" + name + "\" name=\"" + method.getName() + "\">");
        cases.append(failure == null ? "" : "<failure>failed</failure>").append("</testcase>\n");
        System.out.println((failure == null ? "ok " : "FAILED ") + name + "." + method.getName());
        if (failure != null) System.out.println("  " + failure);
      }
    }
    Files.writeString(Path.of(words[1]), "<testsuite name=\"purse\">\n" + cases + "</testsuite>\n");
    if (failed > 0) System.exit(1);
  }

  static List<String> testClasses(Path root) throws Exception {
    try (Stream<Path> files = Files.walk(root)) {
      return files
          .map(file -> root.relativize(file).toString())
          .filter(file -> file.endsWith("Test.class"))
          .map(file -> file.replace(".class", "").replace(File.separatorChar, '.'))
          .sorted()
          .toList();
    }
  }

  static Throwable run(Class<?> type, Method method) throws Exception {
    method.setAccessible(true);
    var make = type.getDeclaredConstructor();
    make.setAccessible(true);
    try {
      method.invoke(make.newInstance());
      return null;
    } catch (InvocationTargetException error) {
      return error.getCause();
    }
  }
}
