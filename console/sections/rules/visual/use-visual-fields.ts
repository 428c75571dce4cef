import type { FilterOperator } from '@assay/design-system'
import type { RuleType } from '@assay/risk-service/contract'
import { defined } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { useResourceNames } from '../../../platform/authoring/fql/resource-names.ts'
import { fieldLabel } from '../../../platform/events/field-label.ts'
import { useRuleVocabulary } from '../rule-queries.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { fieldsByCode } from './parse-clause.ts'
import { listOperator, supportOperator, type VisualField } from './visual-clause.ts'

const types = { string: 'text', number: 'number', boolean: 'boolean', 'date-time': 'date' } as const
const isType = (type: string): type is keyof typeof types => Object.hasOwn(types, type)

const comparisonSigns = [
  ['eq', '='],
  ['neq', '≠'],
  ['gt', '>'],
  ['gte', '≥'],
  ['lt', '<'],
  ['lte', '≤'],
] as const
const textOperators = ['eq', 'neq', 'contains', 'without', 'starts', 'ends', 'empty', 'filled', 'in'] as const
const unaryOperators = new Set(['empty', 'filled', 'true', 'false', 'exists', 'missing'])

function operatorsOf(intl: IntlShape, type: VisualField['type']): FilterOperator[] {
  const word = (id: string, name = id): FilterOperator => ({
    id,
    label: intl.formatMessage({ id: `Rules.Visual.Is.${name}` }),
    arity: unaryOperators.has(id) ? 'none' : id === 'in' && type === 'choice' ? 'many' : 'one',
  })
  const own: Record<VisualField['type'], () => FilterOperator[]> = {
    text: () => textOperators.map(id => word(id)),
    choice: () => (['eq', 'neq', 'in'] as const).map(id => word(id)),
    number: () => comparisonSigns.map(([id, label]) => ({ id, label })),
    boolean: () => [word('true'), word('false')],
    date: () => [word('lt', 'before'), word('gt', 'after')],
  }
  return [...own[type](), word('exists'), word('missing')]
}

export interface VisualFields {
  /** What can be chosen. */
  options: readonly VisualField[]
  /** All that a text may name, by its code. */
  byCode: ReadonlyMap<string, VisualField>
  byId: ReadonlyMap<string, VisualField>
  /** Not loaded yet. */
  loading: boolean
}

/** What conditions of the scope's rules can be about, and how each is compared. */
export function useVisualFields(type: RuleType): VisualFields {
  const intl = useIntl()
  const { environmentId, eventType, routing, scored } = useRuleScope()
  const vocabulary = useRuleVocabulary()
  const { lists } = useResourceNames(environmentId)
  return useMemo(() => {
    const translate = (id: string, values: Record<string, string>) => intl.formatMessage({ id }, values)
    const onLists: FilterOperator[] = [
      ...[...(lists?.custom.values() ?? [])].flatMap(({ name, columns }) =>
        columns.map(column => ({
          id: listOperator(name, column),
          label: translate('Rules.Visual.Is.onList', { list: name, column }),
          arity: 'none' as const,
        })),
      ),
      ...[...(lists?.support.values() ?? [])].flatMap(({ name }) =>
        (['IsSafe', 'IsBlock', 'IsWatch', 'InSupportList'] as const).map(call => ({
          id: supportOperator(call, name),
          label: translate(`Rules.Visual.Is.${call}`, { list: name }),
          arity: 'none' as const,
        })),
      ),
    ]
    const operators = {
      text: operatorsOf(intl, 'text'),
      choice: operatorsOf(intl, 'choice'),
      number: operatorsOf(intl, 'number'),
      boolean: operatorsOf(intl, 'boolean'),
      date: operatorsOf(intl, 'date'),
    }
    const make = (
      code: string,
      label: string,
      kind: VisualField['type'],
      { note, values }: { note?: string; values?: readonly string[] | undefined } = {},
    ): VisualField => ({
      id: code,
      code,
      label,
      type: kind,
      ...defined({ note }),
      kind: kind === 'boolean' ? 'text' : kind,
      operators: [...operators[kind], ...(kind === 'text' || kind === 'choice' ? onLists : [])],
      ...(values ? { options: values.map(value => ({ value, label: value })) } : {}),
    })
    const all = (vocabulary?.attributes ?? []).flatMap(attribute =>
      isType(attribute.type)
        ? [
            make(
              `@"${attribute.path}"`,
              fieldLabel(intl, attribute.path, attribute.description),
              attribute.values ? 'choice' : types[attribute.type],
              { note: attribute.path, values: attribute.values },
            ),
          ]
        : [],
    )
    const model =
      type === 'decision' && !scored
        ? [make('Model.Risk().Score', intl.formatMessage({ id: 'Rules.Sample.RiskScore' }), 'number')]
        : []
    const fields = [...model, ...all]
    // Routing rules name request and answer; the short forms mean the same, and are not options twice.
    const options = routing
      ? fields.filter(field => field.code.toLowerCase().startsWith(`@"${eventType.toLowerCase()}.`))
      : fields
    return {
      options,
      byCode: fieldsByCode(fields),
      byId: new Map(fields.map(field => [field.id, field])),
      loading: vocabulary === undefined,
    }
  }, [intl, vocabulary, lists, routing, eventType, scored, type])
}
