import { Button } from '@assay/design-system'
import type { Rule } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { EditorHeader as Header } from '../../platform/authoring/editor-header.tsx'
import { nameFault } from '../../platform/authoring/names.ts'
import { StatusBadge } from '../../platform/authoring/status-badge.tsx'
import { useRuleHref, useRuleScope } from './scope.tsx'
import type { RuleDraft } from './use-rule-draft.ts'

export type RuleView = 'draft' | 'published' | 'history'

interface EditorHeaderProps {
  rule: Rule
  name: string
  view: RuleView
  onView: (view: RuleView) => void
  hasDraft: boolean
  place: { position: number; total: number } | null
  write: boolean
  editing: boolean
  busy: boolean
  errors: number
  draft: RuleDraft
  onEdit: () => void
  onDiscard: () => void
  onPublish: () => void
  /** Absent where the change cannot be tried on stored events. */
  onBacktest?: (() => void) | undefined
}

/** Name, state and commands of the rule that is open. */
export function EditorHeader({ rule, name, view, onView, hasDraft, place, write, editing, busy, errors, draft, onEdit, onDiscard, onPublish, onBacktest }: EditorHeaderProps) {
  const intl = useIntl()
  const ruleHref = useRuleHref()
  const { eventType } = useRuleScope()
  const change = editing && write
  return (
    <Header<RuleView>
      name={name} back={{ label: intl.formatMessage({ id: 'Rules.Editor.BackToList' }), href: ruleHref() }}
      breadcrumb={[
        { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }) },
        { id: 'rules', label: intl.formatMessage({ id: `Rules.Assessment.Title.${eventType}` }), href: ruleHref() },
      ]}
      rename={change ? { label: intl.formatMessage({ id: 'Rules.Editor.Rename' }), faultOf: nameFault, refused: draft.refusedName, onRename: text => draft.edit({ type: 'name', name: text }) } : undefined}
      badges={
        <>
          <StatusBadge status={rule.status} />
          {place ? <span className="text-xs text-fg-muted"><FormattedMessage id="Rules.Editor.Place" values={place} /></span> : null}
        </>
      }
      views={rule.published ? [
        ...(hasDraft ? [{ value: 'draft' as const, label: <FormattedMessage id="Rules.Editor.Draft" /> }] : []),
        { value: 'published', label: <FormattedMessage id="Rules.Editor.Published" /> }, { value: 'history', label: <FormattedMessage id="Rules.History.Title" /> },
      ] : []}
      view={view} onView={onView} change={change} saving={draft.state} savedAt={rule.draft?.savedAt} errors={errors} busy={busy}
      onDiscard={onDiscard} onPublish={onPublish} onEdit={write && !hasDraft ? onEdit : undefined}
      actions={onBacktest ? <Button variant="ghost" onClick={onBacktest}><FormattedMessage id="Rules.Backtest.Open" /></Button> : undefined}
    />
  )
}
