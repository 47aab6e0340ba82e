// Types of a contract's spec, written as in the contract's source.
import type { xdr } from "@stellar/stellar-sdk";

const named: Partial<Record<xdr.ScSpecTypeDef["type"], string>> = {
  scSpecTypeVoid: "()",
  scSpecTypeBool: "bool",
  scSpecTypeU32: "u32",
  scSpecTypeI32: "i32",
  scSpecTypeU64: "u64",
  scSpecTypeI64: "i64",
  scSpecTypeU128: "u128",
  scSpecTypeI128: "i128",
};

export function typeName(type: xdr.ScSpecTypeDef): string {
  switch (type.type) {
    case "scSpecTypeOption":
      return `Option<${typeName(type.value.valueType)}>`;
    case "scSpecTypeVec":
      return `Vec<${typeName(type.value.elementType)}>`;
    case "scSpecTypeMap":
      return `Map<${typeName(type.value.keyType)}, ${typeName(type.value.valueType)}>`;
    case "scSpecTypeResult":
      return `Result<${typeName(type.value.okType)}, ${typeName(type.value.errorType)}>`;
    case "scSpecTypeTuple":
      return `(${type.value.valueTypes.map(typeName).join(", ")})`;
    case "scSpecTypeBytesN":
      return `BytesN<${type.value.n}>`;
    case "scSpecTypeUdt":
      return type.value.name.toString();
    default:
      return named[type.type] ?? type.type.replace("scSpecType", "");
  }
}
