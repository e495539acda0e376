import java.io.File;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;

/** Calls every method whose name begins with "test" of every class *Test, and prints TAP. */
public final class RunTests {
    private RunTests() {}

    public static void main(String[] arguments) throws ReflectiveOperationException {
        String[] files = new File("test").list((folder, name) -> name.endsWith("Test.java"));
        Arrays.sort(files);
        int count = 0;
        boolean failed = false;
        System.out.println("TAP version 13");
        for (String file : files) {
            String name = file.replace(".java", "");
            Class<?> type = Class.forName(name);
            Method[] methods = type.getDeclaredMethods();
            Arrays.sort(methods, Comparator.comparing(Method::getName));
            for (Method method : methods) {
                if (!method.getName().startsWith("test")) continue;
                count++;
                String result = "ok";
                String why = "";
                try {
                    method.invoke(type.getDeclaredConstructor().newInstance());
                } catch (InvocationTargetException thrown) {
                    result = "not ok";
                    failed = true;
                    why = "\n# " + thrown.getCause();
                }
                System.out.println(result + " " + count + " - " + name + "." + method.getName() + why);
            }
        }
        System.out.println("1.." + count);
        System.exit(failed ? 1 : 0);
    }
}
