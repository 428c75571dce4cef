import type { RuleSummary } from '@assay/risk-service/contract'
import type { ReactNode } from 'react'
import { FormattedMessage } from 'react-intl'
import { CatalogueHeading } from '../../../platform/authoring/catalogue/catalogue.tsx'
import { useRuleScope } from '../rule-scope.tsx'
import { InheritedRules } from './inherited-rules.tsx'
import { applyOrder } from './rule-order.ts'
import { RuleTable } from './rule-table.tsx'
import type { RuleActions, RuleGroup } from './use-rule-actions.ts'

interface RuleSectionsProps {
  /** What the search and the filters leave. */
  shown: readonly RuleSummary[]
  loaded: boolean
  actions: RuleActions
  /** Commands of a row; absent where nothing may be changed. */
  menu: ((rule: RuleSummary) => ReactNode) | undefined
  /** Nothing is left out of the list: its order can be changed. */
  complete: boolean
  /** Below the published rules. */
  foot?: ReactNode
}

const titles = {
  decision: 'Rules.List.Published',
  routing: 'Rules.List.Published',
  postDecision: 'Rules.Actions.Title',
} as const

/** Rules by what they are: inherited ones, those of each type in run order, and the user's own drafts. */
export function RuleSections({ shown, loaded, actions, menu, complete, foot }: RuleSectionsProps) {
  const { routing, actions: hasActions } = useRuleScope()
  const groups: RuleGroup[] = routing ? ['routing'] : hasActions ? ['postDecision', 'decision'] : ['decision']
  const rowActions = menu ? { actions: menu } : {}
  const drafts = shown.filter(rule => rule.status === 'draft')
  return (
    <>
      <InheritedRules rules={shown.filter(rule => rule.inherited)} open={!complete} />
      {groups.map(group => {
        const rows = applyOrder(
          shown.filter(rule => rule.type === group && !rule.inherited && rule.status !== 'draft'),
          actions.orderOf(group),
        )
        const ids = actions.idsOf(group)
        const id = `rules-${group}`
        return (
          <section key={group} aria-labelledby={id}>
            <CatalogueHeading
              id={id}
              title={<FormattedMessage id={titles[group]} />}
              count={loaded ? rows.length : undefined}
              note={<FormattedMessage id={group === 'postDecision' ? 'Rules.Actions.Note' : 'Rules.List.OrderNote'} />}
            />
            {loaded && rows.length === 0 ? (
              <p className="px-page pbe-4 text-fg-muted">
                <FormattedMessage
                  id={group === 'postDecision' ? 'Rules.Actions.NonePublished' : 'Rules.List.NonePublished'}
                />
              </p>
            ) : (
              <RuleTable
                type={group}
                labelledBy={id}
                rows={rows.map(rule => ({ ...rule, position: ids.indexOf(rule.id) + 1 }))}
                loading={!loaded}
                {...rowActions}
                onOrder={menu && complete && rows.length > 1 ? next => actions.setOrder(group, next) : undefined}
              />
            )}
          </section>
        )
      })}
      {foot}
      {drafts.length > 0 ? (
        <section aria-labelledby="rules-drafts">
          <CatalogueHeading
            id="rules-drafts"
            title={<FormattedMessage id="Authoring.List.Drafts" />}
            count={drafts.length}
            note={<FormattedMessage id="Authoring.List.DraftsNote" />}
          />
          <RuleTable
            type={routing ? 'routing' : 'decision'}
            mixed={hasActions}
            labelledBy="rules-drafts"
            rows={drafts}
            {...rowActions}
          />
        </section>
      ) : null}
    </>
  )
}
