import {
  type FunctionBody,
  type FunctionDiagnostic,
  functionLimits,
  type RuleDiagnostic,
  uniqueName,
} from '@assay/risk-service/contract'

type FunctionParameter = FunctionBody['parameters'][number]
export type FunctionProperty = FunctionBody['properties'][number]
type ValueType = FunctionParameter['type']

/** A value of each type as the form writes it: what a new parameter or property starts with. */
const initialValues: Readonly<Record<ValueType, string>> = {
  Boolean: 'false',
  DateTime: '2026-01-01T00:00:00Z',
  Double: '0.0',
  Integer: '0',
  String: '',
}

export type FunctionEdit =
  | { type: 'parameter'; index: number; parameter: Partial<FunctionParameter> }
  | { type: 'addParameter' }
  | { type: 'removeParameter'; index: number }
  | { type: 'property'; index: number; property: Partial<FunctionProperty> }
  | { type: 'insertProperty'; index: number; property: FunctionProperty }
  | { type: 'removeProperty'; index: number }
  | { type: 'moveProperty'; index: number; by: 1 | -1 }
  | { type: 'sample'; sample: FunctionBody['sample'] }

/** A default belongs to its type: another type begins with a default of its own. */
const withTypeDefault = <Value extends { type: ValueType; default: string }>(
  value: Value,
  change: Partial<Value>,
): Value => ({
  ...value,
  ...change,
  ...(change.type !== undefined && change.type !== value.type ? { default: initialValues[change.type] } : {}),
})

/** The draft after one edit; an edit that makes no sense leaves it as it is. */
export function applyFunctionEdit(body: FunctionBody, edit: FunctionEdit): FunctionBody {
  const { parameters, properties } = body
  switch (edit.type) {
    case 'parameter': {
      const parameter = parameters[edit.index]
      return parameter
        ? { ...body, parameters: parameters.with(edit.index, withTypeDefault(parameter, edit.parameter)) }
        : body
    }
    case 'addParameter': {
      if (parameters.length >= functionLimits.parameters) return body
      return {
        ...body,
        parameters: [
          ...parameters,
          {
            name: uniqueName(
              '_value',
              parameters.map(({ name }) => name),
              '',
            ),
            type: 'String',
            default: '',
          },
        ],
      }
    }
    case 'removeParameter':
      return { ...body, parameters: parameters.toSpliced(edit.index, 1) }
    case 'property': {
      const property = properties[edit.index]
      return property
        ? { ...body, properties: properties.with(edit.index, withTypeDefault(property, edit.property)) }
        : body
    }
    case 'insertProperty':
      return properties.length < functionLimits.properties
        ? { ...body, properties: properties.toSpliced(edit.index, 0, edit.property) }
        : body
    case 'removeProperty':
      return properties.length > 1 ? { ...body, properties: properties.toSpliced(edit.index, 1) } : body
    case 'moveProperty': {
      const moved = properties[edit.index]
      const target = edit.index + edit.by
      if (!moved || target < 0 || target >= properties.length) return body
      return { ...body, properties: properties.toSpliced(edit.index, 1).toSpliced(target, 0, moved) }
    }
    case 'sample':
      return { ...body, sample: edit.sample }
  }
}

/** A property that is sound and does nothing useful until it is edited. */
export function newProperty(properties: readonly FunctionProperty[]): FunctionProperty {
  return {
    name: uniqueName(
      'Result',
      properties.map(({ name }) => name),
      '',
    ),
    description: '',
    type: 'Double',
    default: initialValues.Double,
    code: 'RETURN 0',
  }
}

/** How rules call it: `Functions.Pricing(_qty, _price)`. */
export function functionCallText(call: string, parameters: readonly { name: string }[]): string {
  return `${call}(${parameters.map(({ name }) => name).join(', ')})`
}

/** Problems by the part they are shown in: properties by number, what is wrong with the parameters before them. */
export function diagnosticsByPart(
  problems: readonly FunctionDiagnostic[],
): (RuleDiagnostic & { parameter: number | null })[] {
  return problems.map(({ property, parameter, ...problem }) => ({
    ...problem,
    part: property ?? 'condition',
    clause: null,
    parameter,
  }))
}
