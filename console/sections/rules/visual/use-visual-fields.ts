import type { FilterOperator } from '@assay/design-system'
import type { RuleType } from '@assay/risk-service/contract'
import { useMemo } from 'react'
import { type IntlShape, useIntl } from 'react-intl'
import { useResourceNames } from '../../../platform/authoring/resource-names.ts'
import { useVocabulary } from '../rule-calls.ts'
import { useRuleScope } from '../scope.tsx'
import { fieldLabel } from './field-words.ts'
import { listOperator, supportOperator, type VisualField } from './model.ts'
import { byCode } from './read.ts'

const types = { string: 'text', number: 'number', boolean: 'boolean', 'date-time': 'date' } as const
const isType = (type: string): type is keyof typeof types => Object.hasOwn(types, type)

const signs = [
  ['eq', '='],
  ['neq', '≠'],
  ['gt', '>'],
  ['gte', '≥'],
  ['lt', '<'],
  ['lte', '≤'],
] as const
const words = ['eq', 'neq', 'contains', 'without', 'starts', 'ends', 'empty', 'filled', 'in'] as const
const unary = new Set(['empty', 'filled', 'true', 'false', 'exists', 'missing'])

function operatorsOf(intl: IntlShape, type: VisualField['type']): FilterOperator[] {
  const word = (id: string, name = id): FilterOperator => ({
    id,
    label: intl.formatMessage({ id: `Rules.Visual.Is.${name}` }),
    arity: unary.has(id) ? 'none' : id === 'in' && type === 'choice' ? 'many' : 'one',
  })
  const own: Record<VisualField['type'], () => FilterOperator[]> = {
    text: () => words.map(id => word(id)),
    choice: () => (['eq', 'neq', 'in'] as const).map(id => word(id)),
    number: () => signs.map(([id, label]) => ({ id, label })),
    boolean: () => [word('true'), word('false')],
    date: () => [word('lt', 'before'), word('gt', 'after')],
  }
  return [...own[type](), word('exists'), word('missing')]
}

export interface VisualFields {
  /** What can be chosen. */
  offered: readonly VisualField[]
  /** All that a text may name, by its code. */
  known: ReadonlyMap<string, VisualField>
  byId: ReadonlyMap<string, VisualField>
  /** Not known yet. */
  waiting: boolean
}

/** What conditions of the scope's rules can be about, and how each is compared. */
export function useVisualFields(type: RuleType): VisualFields {
  const intl = useIntl()
  const { environmentId, eventType, routing, scored } = useRuleScope()
  const vocabulary = useVocabulary()
  const { lists } = useResourceNames(environmentId)
  return useMemo(() => {
    const say = (id: string, values: Record<string, string>) => intl.formatMessage({ id }, values)
    const onLists: FilterOperator[] = [
      ...[...(lists?.custom.values() ?? [])].flatMap(({ name, columns }) =>
        columns.map(column => ({
          id: listOperator(name, column),
          label: say('Rules.Visual.Is.onList', { list: name, column }),
          arity: 'none' as const,
        })),
      ),
      ...[...(lists?.support.values() ?? [])].flatMap(({ name }) =>
        (['IsSafe', 'IsBlock', 'IsWatch', 'InSupportList'] as const).map(call => ({
          id: supportOperator(call, name),
          label: say(`Rules.Visual.Is.${call}`, { list: name }),
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
      ...(note === undefined ? {} : { note }),
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
    // Routing rules name request and answer; the short forms mean the same, and are not offered twice.
    const offered = routing
      ? fields.filter(field => field.code.toLowerCase().startsWith(`@"${eventType.toLowerCase()}.`))
      : fields
    return {
      offered,
      known: byCode(fields),
      byId: new Map(fields.map(field => [field.id, field])),
      waiting: vocabulary === undefined,
    }
  }, [intl, vocabulary, lists, routing, eventType, scored, type])
}
