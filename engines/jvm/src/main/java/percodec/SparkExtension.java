package percodec;

import java.util.List;
import java.util.Map;
import org.apache.spark.sql.AnalysisException;
import org.apache.spark.sql.SparkSessionExtensions;
import org.apache.spark.sql.catalyst.FunctionIdentifier;
import org.apache.spark.sql.catalyst.expressions.Cast$;
import org.apache.spark.sql.catalyst.expressions.Expression;
import org.apache.spark.sql.catalyst.expressions.ExpressionInfo;
import org.apache.spark.sql.catalyst.expressions.objects.StaticInvoke;
import org.apache.spark.sql.connector.catalog.functions.ScalarFunction;
import org.apache.spark.sql.types.AbstractDataType;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.NullType;
import org.apache.spark.sql.types.StringType;
import org.apache.spark.sql.types.StructType;
import scala.Option;
import scala.Tuple3;
import scala.collection.immutable.IndexedSeq;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.runtime.AbstractFunction1;
import scala.runtime.BoxedUnit;

/** The functions of Spark SQL: {@code --conf spark.sql.extensions=percodec.SparkExtension}. */
public final class SparkExtension extends AbstractFunction1<SparkSessionExtensions, BoxedUnit> {
    private static final StructType RESULT = new StructType()
        .add("value", DataTypes.StringType)
        .add("status", DataTypes.StringType)
        .add("code", DataTypes.StringType)
        .add("byte_offset", DataTypes.IntegerType);
    private static final String STRUCT = " as a struct: value, status, code and byte_offset of the first fault.";

    @Override
    public BoxedUnit apply(SparkSessionExtensions extensions) {
        inject(extensions, "percent_decode", "url) - Percent-decodes" + STRUCT, 1, 1, RESULT);
        inject(extensions, "form_decode", "text) - Percent-decodes, with + as a space," + STRUCT, 1, 1, RESULT);
        inject(extensions, "try_percent_decode", "url) - Percent-decodes; NULL for a fault.", 1, 1, DataTypes.StringType);
        inject(extensions, "percent_layers", "text) - Returns how often a text can be decoded.", 1, 1, DataTypes.IntegerType);
        inject(extensions, "percent_encode", "text[, set]) - Percent-encodes the characters of a set, by default rfc3986-component," + STRUCT, 1, 2, RESULT);
        inject(extensions, "query_param", "url, name) - Returns the first value of a parameter in the query" + STRUCT, 2, 2, RESULT);
        return BoxedUnit.UNIT;
    }

    private static void inject(SparkSessionExtensions extensions, String name, String usage, int least, int most, DataType type) {
        var info = new ExpressionInfo(SparkRows.class.getName(), null, name, "_FUNC_(" + usage, "");
        extensions.injectFunction(new Tuple3<>(new FunctionIdentifier(name), info, arguments -> {
            List<Expression> given = CollectionConverters.asJava(arguments);
            if (given.size() < least || given.size() > most) throw wrongCount(name, least, most, given.size());
            List<Expression> texts = given.stream().map(argument -> toText(name, given, argument)).toList();
            if (name.equals("percent_encode") && texts.size() == 2) requireSet(name, given, texts.get(1));
            boolean isValue = type != RESULT;
            return new Call(SparkRows.class, type, name, toSeq(texts), toSeq(List.of()), isValue, isValue, true, Option.empty());
        }));
    }

    /** A call whose column has the name that the query contains; Spark copies it with this constructor. */
    public static final class Call extends StaticInvoke {
        public Call(Class<?> rows, DataType type, String name, Seq<Expression> arguments, Seq<AbstractDataType> inputTypes,
            boolean propagateNull, boolean returnNullable, boolean isDeterministic, Option<ScalarFunction<?>> function) {
            super(rows, type, name, arguments, inputTypes, propagateNull, returnNullable, isDeterministic, function);
        }

        @Override
        public Expression withNewChildrenInternal(IndexedSeq<Expression> children) {
            return new Call(staticObject(), dataType(), functionName(), children, inputTypes(), propagateNull(), returnNullable(), isDeterministic(), scalarFunction());
        }

        @Override
        public String toString() {
            return functionName() + arguments().mkString("(", ", ", ")");
        }
    }

    private static Expression toText(String name, List<Expression> given, Expression argument) {
        DataType type = argument.dataType();
        if (type instanceof StringType) return argument;
        if (type instanceof BinaryType || type instanceof NullType) return Cast$.MODULE$.apply(argument, DataTypes.StringType, false);
        throw mismatch(name, given, "UNEXPECTED_INPUT_TYPE", Map.of(
            "paramIndex", given.indexOf(argument) == 0 ? "first" : "second", "requiredType", "\"STRING\" or \"BINARY\"",
            "inputSql", argument.sql(), "inputType", "\"" + type.sql() + "\""));
    }

    private static void requireSet(String name, List<Expression> given, Expression set) {
        if (!set.foldable()) throw mismatch(name, given, "NON_FOLDABLE_INPUT", Map.of("inputName", "set", "inputType", "\"STRING\"", "inputExpr", set.sql()));
        Object value = set.eval(null);
        if (value != null && PercentEncodeSet.names().contains(value.toString())) return;
        throw mismatch(name, given, "INVALID_ARG_VALUE", Map.of("inputName", "set", "requireType", "\"STRING\"",
            "validValues", String.join(", ", PercentEncodeSet.names()), "inputValue", String.valueOf(value)));
    }

    private static RuntimeException wrongCount(String name, int least, int most, int actual) {
        return analysisError("WRONG_NUM_ARGS.WITHOUT_SUGGESTION", Map.of("functionName", "`" + name + "`", "expectedNum", least == most ? "" + least : "[" + least + ", " + most + "]",
            "actualNum", "" + actual, "docroot", "https://spark.apache.org/docs/latest"));
    }

    private static RuntimeException mismatch(String name, List<Expression> given, String subclass, Map<String, String> parameters) {
        var all = new java.util.HashMap<>(parameters);
        all.put("sqlExpr", "\"" + name + "(" + String.join(", ", given.stream().map(Expression::sql).toList()) + ")\"");
        return analysisError("DATATYPE_MISMATCH." + subclass, all);
    }

    /** Throws what a builder cannot declare. */
    @SuppressWarnings("unchecked")
    private static <E extends Throwable> RuntimeException analysisError(String condition, Map<String, String> parameters) throws E {
        throw (E) new AnalysisException(condition, scala.collection.immutable.Map.from(CollectionConverters.asScala(parameters)));
    }

    private static <T> Seq<T> toSeq(List<T> list) {
        return CollectionConverters.asScala(list).toSeq();
    }
}
