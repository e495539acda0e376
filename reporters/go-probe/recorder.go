package hydra_probe

// Copied into a package with marked functions, which call hydraProbeSeen first. Every call whose arguments can be
// rebuilt becomes one line of $HYDRA_REPORT_DIR/probe.jsonl. It calls no code of the project.

import (
	hydraBase64 "encoding/base64"
	hydraJSON "encoding/json"
	hydraOS "os"
	hydraFilepath "path/filepath"
	hydraReflect "reflect"
	hydraSort "sort"
	hydraStrconv "strconv"
	hydraStrings "strings"
	hydraSync "sync"
	hydraTime "time"
	hydraUTF8 "unicode/utf8"
)

const (
	hydraProbeMostDepth = 8
	hydraProbeMostItems = 200
	hydraProbeMostText  = 4000
	hydraProbeMostLine  = 60000
	hydraProbeMostKept  = 40
	hydraProbeMostHits  = 3000
	// Integers above are not exact in JSON.
	hydraProbeMostExact = 1 << 53
)

// hydraProbeObstacle: why a call cannot be written down.
type hydraProbeObstacle string

type hydraProbeCount struct {
	hits, kept int
	told       bool
}

var hydraProbeLock hydraSync.Mutex
var hydraProbeCounts = map[int]*hydraProbeCount{}
var hydraProbeKnown = map[string]bool{}
var hydraProbeFile = hydraFilepath.Join(hydraOS.Getenv("HYDRA_REPORT_DIR"), "probe.jsonl")

func init() {
	if hydraOS.Getenv("HYDRA_REPORT_DIR") != "" {
		hydraProbeSeen = hydraProbeRecord
	}
}

func hydraProbeWrite(record map[string]interface{}) {
	line, err := hydraJSON.Marshal(record)
	if err != nil || len(line) > hydraProbeMostLine || hydraProbeKnown[string(line)] {
		return
	}
	file, err := hydraOS.OpenFile(hydraProbeFile, hydraOS.O_APPEND|hydraOS.O_CREATE|hydraOS.O_WRONLY, 0o644)
	if err != nil {
		return
	}
	defer file.Close()
	hydraProbeKnown[string(line)] = true
	file.Write(append(line, '\n'))
}

// hydraProbeRecord never fails and never stops the function that calls it.
func hydraProbeRecord(mark int, function interface{}, given ...interface{}) {
	hydraProbeLock.Lock()
	defer hydraProbeLock.Unlock()
	count := hydraProbeCounts[mark]
	if count == nil {
		count = &hydraProbeCount{}
		hydraProbeCounts[mark] = count
	}
	count.hits++
	if count.kept >= hydraProbeMostKept || count.hits > hydraProbeMostHits || (count.hits > 60 && count.hits%17 != 0) {
		return
	}
	defer func() {
		if obstacle, ok := recover().(hydraProbeObstacle); ok && !count.told {
			count.told = true
			hydraProbeWrite(map[string]interface{}{"f": mark, "x": string(obstacle)})
		}
	}()
	t := hydraReflect.TypeOf(function)
	if t.Kind() != hydraReflect.Func || t.NumIn() != len(given) {
		return
	}
	hydraProbeCheck(t)
	positional := []interface{}{}
	for i, one := range given {
		// Of the static type, so that an interface stays one; and addressable, so that every field can be read.
		value := hydraReflect.New(t.In(i)).Elem()
		if one != nil {
			value.Set(hydraReflect.ValueOf(one))
		}
		packed := hydraProbePack(value, hydraProbeMostDepth)
		if spread, ok := packed.(map[string]interface{}); ok && t.IsVariadic() && i == len(given)-1 {
			spread["type"] = "..." + hydraProbeTypeText(t.In(i).Elem())
		}
		positional = append(positional, packed)
	}
	before := len(hydraProbeKnown)
	hydraProbeWrite(map[string]interface{}{
		"f": mark, "m": "", "n": "", "a": positional, "k": map[string]interface{}{},
		"s": hydraProbeSignatureOf(t).hydraProbeText(),
	})
	count.kept += len(hydraProbeKnown) - before
}

// hydraProbeCheck refuses functions of which a repeated call shows nothing.
func hydraProbeCheck(t hydraReflect.Type) {
	shows := t.NumOut() > 0
	for i := 0; i < t.NumOut(); i++ {
		switch kind := t.Out(i).Kind(); kind {
		case hydraReflect.Func, hydraReflect.Chan, hydraReflect.UnsafePointer:
			panic(hydraProbeObstacle("it returns a " + kind.String()))
		}
	}
	for i := 0; i < t.NumIn(); i++ {
		switch t.In(i).Kind() {
		case hydraReflect.Ptr, hydraReflect.Slice, hydraReflect.Map, hydraReflect.Interface:
			shows = shows || !hydraProbeIsContext(t.In(i))
		}
	}
	if !shows {
		panic(hydraProbeObstacle("it returns nothing and changes no argument"))
	}
}

// hydraProbeTypeText is a type as it is written within the package.
func hydraProbeTypeText(t hydraReflect.Type) string {
	text := hydraStrings.ReplaceAll(t.String(), "[]uint8", "[]byte")
	return hydraStrings.ReplaceAll(text, hydraProbeQualifier, "")
}

// hydraProbeCanName: the player can find the type by its name.
func hydraProbeCanName(t hydraReflect.Type) bool {
	if t.Name() != "" {
		return t.PkgPath() == "" || (hydraProbeIsOwn(t) && !hydraStrings.Contains(t.Name(), "["))
	}
	switch t.Kind() {
	case hydraReflect.Ptr, hydraReflect.Slice:
		return hydraProbeCanName(t.Elem())
	case hydraReflect.Map:
		return hydraProbeCanName(t.Key()) && hydraProbeCanName(t.Elem())
	case hydraReflect.Interface:
		return t.NumMethod() == 0
	}
	return false
}

func hydraProbeTagged(tag string, t hydraReflect.Type, inner interface{}) map[string]interface{} {
	return map[string]interface{}{"$": tag, "type": hydraProbeTypeText(t), "v": inner}
}

func hydraProbePackText(text string, t hydraReflect.Type) interface{} {
	if len(text) > hydraProbeMostText {
		panic(hydraProbeObstacle("an argument is long"))
	}
	if !hydraUTF8.ValidString(text) {
		return hydraProbeTagged("bytes", t, hydraBase64.StdEncoding.EncodeToString([]byte(text)))
	}
	if t.Kind() == hydraReflect.String {
		return text
	}
	return hydraProbeTagged("text", t, text)
}

// hydraProbePack is a value as JSON; it panics with an obstacle if the player could not rebuild it.
func hydraProbePack(value hydraReflect.Value, depth int) interface{} {
	t := value.Type()
	if depth <= 0 {
		panic(hydraProbeObstacle("an argument is nested too deep"))
	}
	switch t.Kind() {
	case hydraReflect.Bool:
		return value.Bool()
	case hydraReflect.Int, hydraReflect.Int8, hydraReflect.Int16, hydraReflect.Int32, hydraReflect.Int64:
		if number := value.Int(); number > hydraProbeMostExact || number < -hydraProbeMostExact {
			return map[string]interface{}{"$": "int", "v": hydraStrconv.FormatInt(number, 10)}
		}
		return value.Int()
	case hydraReflect.Uint, hydraReflect.Uint8, hydraReflect.Uint16, hydraReflect.Uint32, hydraReflect.Uint64:
		if value.Uint() > hydraProbeMostExact {
			return map[string]interface{}{"$": "int", "v": hydraStrconv.FormatUint(value.Uint(), 10)}
		}
		return value.Uint()
	case hydraReflect.Float32, hydraReflect.Float64:
		text := hydraStrconv.FormatFloat(value.Float(), 'g', -1, t.Bits())
		if hydraStrings.Trim(text, "-0123456789") == "" {
			text += ".0"
		}
		return map[string]interface{}{"$": "float", "v": text}
	case hydraReflect.String:
		return hydraProbePackText(value.String(), t)
	case hydraReflect.Interface:
		return hydraProbePackInterface(value, depth)
	case hydraReflect.Ptr:
		if value.IsNil() {
			return nil
		}
		if text, ok := hydraProbeStream(value); ok {
			return hydraProbePackText(text, t)
		}
		return hydraProbeTagged("pointer", t, hydraProbePack(value.Elem(), depth-1))
	case hydraReflect.Slice, hydraReflect.Array:
		return hydraProbePackList(value, depth)
	case hydraReflect.Map:
		return hydraProbePackMap(value, depth)
	case hydraReflect.Struct:
		return hydraProbePackStruct(value, depth)
	case hydraReflect.Func, hydraReflect.Chan:
		if value.IsNil() {
			return nil
		}
	}
	panic(hydraProbeObstacle("an argument holds a " + t.String()))
}

func hydraProbePackInterface(value hydraReflect.Value, depth int) interface{} {
	if hydraProbeIsContext(value.Type()) {
		return map[string]interface{}{"$": "context"}
	}
	if value.IsNil() {
		return nil
	}
	held := value.Elem()
	if held.Type().String() == "*errors.errorString" {
		return map[string]interface{}{"$": "error", "v": held.Elem().Field(0).String()}
	}
	if held.Kind() == hydraReflect.Ptr {
		if text, ok := hydraProbeStream(held); ok {
			return hydraProbePackText(text, held.Type())
		}
	}
	if !hydraProbeCanName(held.Type()) {
		panic(hydraProbeObstacle("an argument holds a " + held.Type().String()))
	}
	packed := hydraProbePack(held, depth-1)
	return map[string]interface{}{"$": "any", "type": held.Type().String(), "v": packed}
}

func hydraProbePackList(value hydraReflect.Value, depth int) interface{} {
	t := value.Type()
	if t.Kind() == hydraReflect.Slice && value.IsNil() {
		return nil
	}
	if t.Kind() == hydraReflect.Slice && t.Elem().Kind() == hydraReflect.Uint8 {
		return hydraProbePackText(string(value.Bytes()), t)
	}
	if value.Len() > hydraProbeMostItems {
		panic(hydraProbeObstacle("an argument is long"))
	}
	items := []interface{}{}
	for i := 0; i < value.Len(); i++ {
		items = append(items, hydraProbePack(value.Index(i), depth-1))
	}
	return hydraProbeTagged(t.Kind().String(), t, items)
}

func hydraProbePackMap(value hydraReflect.Value, depth int) interface{} {
	if value.IsNil() {
		return nil
	}
	if value.Len() > hydraProbeMostItems {
		panic(hydraProbeObstacle("an argument is long"))
	}
	pairs := map[string]interface{}{}
	order := []string{}
	for _, key := range value.MapKeys() {
		packed := hydraProbePack(key, depth-1)
		text, _ := hydraJSON.Marshal(packed)
		order = append(order, string(text))
		pairs[string(text)] = []interface{}{packed, hydraProbePack(value.MapIndex(key), depth-1)}
	}
	hydraSort.Strings(order)
	items := []interface{}{}
	for _, key := range order {
		items = append(items, pairs[key])
	}
	return hydraProbeTagged("map", value.Type(), items)
}

// hydraProbeIsPlain: a field is worth varying although it is zero.
func hydraProbeIsPlain(kind hydraReflect.Kind) bool {
	return kind != hydraReflect.Uintptr &&
		(kind == hydraReflect.String || (kind >= hydraReflect.Bool && kind <= hydraReflect.Float64))
}

func hydraProbePackStruct(value hydraReflect.Value, depth int) interface{} {
	t := value.Type()
	if !value.CanAddr() && value.CanInterface() {
		copied := hydraReflect.New(t).Elem()
		copied.Set(value)
		value = copied
	}
	if t.String() == "time.Time" {
		readable, ok := hydraProbeReadable(value)
		if !ok {
			panic(hydraProbeObstacle("an argument holds a time.Time"))
		}
		text := readable.Interface().(hydraTime.Time).Format(hydraTime.RFC3339Nano)
		return map[string]interface{}{"$": "time", "v": text}
	}
	fields := map[string]interface{}{}
	for i := 0; i < t.NumField(); i++ {
		field := t.Field(i)
		held, _ := hydraProbeReadable(value.Field(i))
		if field.Name == "_" || hydraProbeIsLock(field.Type) {
			continue
		}
		if held.IsZero() {
			if hydraProbeIsPlain(field.Type.Kind()) && (hydraProbeIsOwn(t) || field.PkgPath == "") {
				fields[field.Name] = hydraProbePack(held, depth-1)
			}
			continue
		}
		if field.PkgPath != "" && field.PkgPath != hydraProbeHereType.PkgPath() {
			panic(hydraProbeObstacle("an argument holds a " + t.String() + ", whose fields are not accessible"))
		}
		fields[field.Name] = hydraProbePack(held, depth-1)
	}
	return hydraProbeTagged("object", t, fields)
}
