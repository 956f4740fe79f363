//! What a schema says against data that was made for it, cut, and made longer.

use eventring::words::ByteOrder;
use proptest::prelude::*;

use super::*;

/// A field, and the value that its bytes have by the plain words of the definition.
#[derive(Clone, Debug)]
struct Sample {
    element: Element,
    count: Count,
    numbers: Vec<u64>,
}

const SCALARS: [Scalar; 11] = [
    Scalar::U8,
    Scalar::U16,
    Scalar::U32,
    Scalar::U64,
    Scalar::I8,
    Scalar::I16,
    Scalar::I32,
    Scalar::I64,
    Scalar::F32,
    Scalar::F64,
    Scalar::Bool,
];

fn samples() -> impl Strategy<Value = Vec<Sample>> {
    let element = prop_oneof![
        prop::sample::select(&SCALARS[..]).prop_map(Element::Scalar),
        Just(Element::Text),
        Just(Element::Bytes),
    ];
    let sample = (element, 0..3_u8, prop::collection::vec(any::<u64>(), 1..5)).prop_map(
        |(element, shape, mut numbers)| {
            let count = match (shape, element) {
                (0, Element::Scalar(_)) => {
                    numbers.truncate(1);
                    Count::One
                }
                (1, _) => Count::Fixed(numbers.len() as u16),
                _ => Count::Counted(SCALARS[numbers[0] as usize % 4]),
            };
            Sample { element, count, numbers }
        },
    );
    prop::collection::vec(sample, 0..6)
}

/// The low bytes of a number.
fn put(number: u64, size: usize, order: ByteOrder, data: &mut Vec<u8>) {
    match order {
        ByteOrder::Little => data.extend(&number.to_le_bytes()[..size]),
        ByteOrder::Big => data.extend(&number.to_be_bytes()[8 - size..]),
    }
}

fn data_of(sample: &Sample, order: ByteOrder, data: &mut Vec<u8>) {
    if let Count::Counted(scalar) = sample.count {
        put(sample.numbers.len() as u64, scalar.size_bytes(), order, data);
    }
    for number in &sample.numbers {
        put(*number, sample.element.size_bytes(), order, data);
    }
}

fn expected(element: Element, number: u64) -> String {
    let Element::Scalar(scalar) = element else {
        unreachable!("text and bytes are compared as such")
    };
    let value = match scalar {
        Scalar::U8 => Value::Unsigned((number as u8).into()),
        Scalar::U16 => Value::Unsigned((number as u16).into()),
        Scalar::U32 => Value::Unsigned((number as u32).into()),
        Scalar::U64 => Value::Unsigned(number),
        Scalar::I8 => Value::Signed((number as i8).into()),
        Scalar::I16 => Value::Signed((number as i16).into()),
        Scalar::I32 => Value::Signed((number as i32).into()),
        Scalar::I64 => Value::Signed(number as i64),
        Scalar::F32 => Value::Float(f32::from_bits(number as u32).into()),
        Scalar::F64 => Value::Float(f64::from_bits(number)),
        Scalar::Bool if number as u8 <= 1 => Value::Bool(number as u8 == 1),
        Scalar::Bool => Value::Unsigned((number as u8).into()),
    };
    format!("{value:?}")
}

fn check(sample: &Sample, value: Value<'_>) {
    let bytes: Vec<u8> = sample.numbers.iter().map(|number| *number as u8).collect();
    match (sample.element, value) {
        (Element::Text, Value::Text(text)) => match sample.count {
            Count::Fixed(_) => {
                let kept = bytes.iter().rposition(|byte| *byte != 0).map_or(0, |last| last + 1);
                assert_eq!(text, &bytes[..kept]);
            }
            _ => assert_eq!(text, bytes),
        },
        (Element::Bytes, Value::Bytes(found)) => assert_eq!(found, bytes),
        (element, Value::List(list)) => {
            let found: Vec<String> = list.iter().map(|value| format!("{value:?}")).collect();
            let expected: Vec<String> =
                sample.numbers.iter().map(|number| expected(element, *number)).collect();
            assert_eq!(found, expected);
        }
        (element, value) => {
            assert_eq!(format!("{value:?}"), expected(element, sample.numbers[0]));
        }
    }
}

proptest! {
    #[test]
    fn fields_are_what_was_written_whole_or_cut_or_with_more(
        samples in samples(), big in any::<bool>(), swapped in any::<bool>(), more in 1..9_usize,
    ) {
        let (order, other) = match big {
            true => (ByteOrder::Big, ByteOrder::Little),
            false => (ByteOrder::Little, ByteOrder::Big),
        };
        let fields: Vec<Field> = (0..)
            .zip(&samples)
            .map(|(place, sample)| Field {
                name: format!("f{place}").into(),
                element: sample.element,
                count: sample.count,
                codes: None,
            })
            .collect();
        // Either the schema says the order, or the producer has it.
        let (data_order, producer) =
            if swapped { (DataOrder::Fixed(order), other) } else { (DataOrder::Producer, order) };
        let schema = EventSchema { order: data_order, fields: fields.into() };
        let (mut data, mut ends) = (Vec::new(), Vec::new());
        for sample in &samples {
            data_of(sample, order, &mut data);
            ends.push(data.len());
        }
        let whole = schema.read(&data, producer);
        prop_assert_eq!(whole.misfit(), None);
        for (sample, (_, value)) in samples.iter().zip(whole.iter()) {
            check(sample, value.unwrap());
        }
        for cut in 0..data.len() {
            let cut_data = schema.read(&data[..cut], producer);
            prop_assert_eq!(cut_data.misfit(), Some(Misfit::Short));
            let present = cut_data.iter().filter(|(_, value)| value.is_some()).count();
            prop_assert_eq!(present, ends.iter().filter(|end| **end <= cut).count());
        }
        data.resize(data.len() + more, 0xee);
        prop_assert_eq!(schema.read(&data, producer).misfit(), Some(Misfit::Long(more)));
    }

    /// Whatever the bytes, a count among them too, no value has more of them than there are.
    #[test]
    fn any_bytes_are_read_to_their_end(
        samples in samples(), data in prop::collection::vec(any::<u8>(), 0..40),
    ) {
        let fields: Vec<Field> = samples
            .iter()
            .map(|sample| Field {
                name: "f".into(),
                element: sample.element,
                count: sample.count,
                codes: None,
            })
            .collect();
        let schema = EventSchema { order: DataOrder::Producer, fields: fields.into() };
        let fields = schema.read(&data, ByteOrder::Little);
        let mut missing = false;
        for (_, value) in fields.iter() {
            prop_assert!(!missing || value.is_none(), "nothing comes after what is missing");
            missing = value.is_none();
            if let Some(Value::Text(bytes) | Value::Bytes(bytes)) = value {
                prop_assert!(bytes.len() <= data.len());
            }
        }
        prop_assert_eq!(missing, fields.misfit() == Some(Misfit::Short));
    }
}

/// The message for a file, and where it points.
#[cfg(feature = "cli")]
fn fault(text: &str) -> String {
    SchemaFile::add(text, &mut Schemas::default()).unwrap_err().to_string()
}

#[cfg(feature = "cli")]
#[test]
fn faults_are_told_with_their_place_and_what_would_be_right() {
    let fields = |fields: &str| format!("[[event]]\nname = \"e\"\nfields = [\n  {fields}\n]\n");
    for (text, expected) in [
        (String::new(), "1:1: no event: begin each with [[event]]"),
        ("[[event]\n".to_owned(), "1:9: "),
        ("[[event]]\nfields = []\n".to_owned(), "1:1: missing field `name`"),
        ("[[event]]\nname = \"\"\n".to_owned(), "2:8: an event's name has 1 to 127 bytes"),
        (
            "[[event]]\nname = \"a\"\nsize = 3\n".to_owned(),
            "3:1: unknown field `size`, expected one of `name`",
        ),
        (
            "byte_order = \"middle\"\n".to_owned(),
            "1:14: unknown variant `middle`, expected one of `producer`",
        ),
        (
            "[[event]]\nname=\"é\"\n[[event]]\nname=\"é\"\n".to_owned(),
            "4:6: é has a schema already; remove one",
        ),
        (
            fields("{ name = \"a\", type = \"int\" }"),
            "4:24: unknown variant `int`, expected one of `u8`",
        ),
        (fields("{ name = \"1a\", type = \"u8\" }"), "4:12: a field's name is a letter"),
        (fields("{ name = \"a_hex\", type = \"u8\" }"), "4:12: a field's name is a letter"),
        (
            fields("{ name = \"a\", type = \"u8\" }, { name = \"a\", type = \"u8\" }"),
            "4:41: there is a field a already",
        ),
        (
            fields("{ name = \"a\", type = \"string\" }, { name = \"b\", type = \"u8\" }"),
            "4:24: this goes to the end of the data",
        ),
        (
            fields("{ name = \"a\", type = \"u8\", count = 0 }"),
            "4:38: a count is a number from 1 to 8167",
        ),
        (fields("{ name = \"a\", type = \"u8\", count = 8168 }"), "4:38: a count is"),
        (fields("{ name = \"a\", type = \"u8\", count = \"i8\" }"), "4:38: a count is"),
        (
            fields("{ name = \"a\", type = \"u8\", codes = \"state\" }"),
            "4:38: there is no table of this name; add one: [codes.state]",
        ),
        (
            fields("{ name = \"a\", type = \"f64\", codes = \"s\" }") + "[codes.s]\n0 = \"a\"\n",
            "4:39: only an integer has codes",
        ),
        (
            fields("{ name = \"a\", type = \"u8\", codes = \"s\" }") + "[codes.s]\n256 = \"a\"\n",
            "4:38: its code 256 does not fit this field: 0 to 255",
        ),
        ("[codes.s]\n01 = \"a\"\n".to_owned(), "2:1: a code is a decimal number"),
        ("[codes.s]\nnew = \"a\"\n".to_owned(), "2:1: a code is a decimal number"),
        ("[codes.s]\n0 = \"a\"\n1 = \"a\"\n".to_owned(), "3:5: two codes have this name"),
        ("[codes.s]\n0 = \"a\"\n0 = \"b\"\n".to_owned(), "3:1: duplicate key"),
    ] {
        let found = fault(&text);
        assert!(found.starts_with(expected), "{text}\n{found}");
        assert!(!found.ends_with('.') && !found.contains('\n'), "{found}");
    }
}

#[cfg(feature = "cli")]
#[test]
fn the_limits_are_taken() {
    let field = |rest: &str| {
        format!("[[event]]\nname = \"{}\"\nfields = [{{ name = \"a\", {rest} }}]", "n".repeat(127))
    };
    for rest in [
        "type = \"u8\", count = 1",
        "type = \"string\", count = 8167",
        "type = \"i8\", codes = \"c\"",
        "type = \"bytes\", count = \"u64\"",
    ] {
        let text = field(rest) + "\n[codes.c]\n-128 = \"least\"\n127 = \"most\"\n";
        let mut schemas = Schemas::default();
        SchemaFile::add(&text, &mut schemas).unwrap();
        assert!(schemas.find("n".repeat(127).as_bytes()).is_some());
        let again = SchemaFile::add(&text, &mut schemas).unwrap_err().to_string();
        assert!(again.contains("already"), "of another file too: {again}");
    }
    let long = format!("[[event]]\nname = \"{}\"\n", "n".repeat(128));
    assert!(fault(&long).contains("1 to 127 bytes"));
}
