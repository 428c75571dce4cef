import { Button, Icon, IconButton, PageHeader, SegmentedControl, Spinner, useFormat, VisuallyHidden } from '@assay/design-system'
import type { Rule } from '@assay/risk-service/contract'
import { ArrowLeft, Check, CircleX, Pencil } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { ruleNameFault } from './draft.ts'
import { InlineRename } from './inline-rename.tsx'
import { RuleStatusBadge } from './rule-status-badge.tsx'
import type { RuleDraft } from './use-rule-draft.ts'
import { useRuleHref, useRuleScope } from './scope.tsx'

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
}

/** Name, state and commands of the rule that is open. */
export function EditorHeader({ rule, name, view, onView, hasDraft, place, write, editing, busy, errors, draft, onEdit, onDiscard, onPublish }: EditorHeaderProps) {
  const intl = useIntl()
  const navigate = useNavigate()
  const ruleHref = useRuleHref()
  const { eventType } = useRuleScope()
  const [renaming, setRenaming] = useState(false)
  const change = editing && write
  return (
    <div className="flex shrink-0 items-center border-be border-line-subtle ps-3">
      <IconButton icon={ArrowLeft} label={intl.formatMessage({ id: 'Rules.Editor.BackToList' })} onClick={() => void navigate(ruleHref())} />
      <PageHeader
        className="min-w-0 flex-1 ps-2"
        title={renaming ? <VisuallyHidden>{name}</VisuallyHidden> : <bdi>{name}</bdi>}
        breadcrumb={[
          { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }) },
          { id: 'rules', label: intl.formatMessage({ id: `Rules.Assessment.Title.${eventType}` }), href: ruleHref() }, { id: 'rule', label: <bdi>{name}</bdi> },
        ]}
        badges={
          <>
            {change ? (
              <InlineRename
                name={name} label={intl.formatMessage({ id: 'Rules.Editor.Rename' })} faultOf={ruleNameFault} refused={draft.refusedName}
                onOpenChange={setRenaming} onRename={text => draft.edit({ type: 'name', name: text })}
              />
            ) : null}
            <RuleStatusBadge status={rule.status} />
            {place ? <span className="text-xs text-fg-muted"><FormattedMessage id="Rules.Editor.Place" values={place} /></span> : null}
            {rule.published ? (
              <SegmentedControl
                label={intl.formatMessage({ id: 'Rules.Editor.View' })} value={view} onValueChange={onView}
                segments={[
                  ...(hasDraft ? [{ value: 'draft' as const, label: <FormattedMessage id="Rules.Editor.Draft" /> }] : []),
                  { value: 'published', label: <FormattedMessage id="Rules.Editor.Published" /> }, { value: 'history', label: <FormattedMessage id="Rules.History.Title" /> },
                ]}
              />
            ) : null}
          </>
        }
        actions={
          change ? (
            <>
              <Saved draft={draft} savedAt={rule.draft?.savedAt} />
              {errors > 0 ? (
                <span id="rule-blocked" className="flex items-center gap-1 text-xs text-danger-text"><Icon icon={CircleX} size={12} /><FormattedMessage id="Rules.Editor.Blocked" values={{ count: errors }} /></span>
              ) : null}
              <Button variant="ghost" onClick={onDiscard} disabled={busy}><FormattedMessage id="Rules.Editor.Discard" /></Button>
              <Button variant="primary" onClick={onPublish} disabled={busy || errors > 0} {...(errors > 0 ? { 'aria-describedby': 'rule-blocked' } : {})}><FormattedMessage id="Rules.Editor.Publish" /></Button>
            </>
          ) : write && !hasDraft ? (
            <Button className="hidden md:inline-flex" variant="primary" onClick={onEdit} loading={busy}><Icon icon={Pencil} /><FormattedMessage id="Rules.Menu.Edit" /></Button>
          ) : undefined
        }
      />
    </div>
  )
}

/** Whether what was typed is safe. */
function Saved({ draft, savedAt }: { draft: RuleDraft; savedAt: string | undefined }) {
  const format = useFormat()
  const { kind } = draft.state
  return (
    <span role="status" className="flex items-center gap-1 text-xs text-fg-muted">
      {kind === 'failed' ? <Icon icon={CircleX} size={12} className="text-danger-text" /> : kind === 'saved' ? <Icon icon={Check} size={12} /> : <Spinner />}
      {kind === 'failed' ? <span className="text-danger-text"><FormattedMessage id="Rules.Save.Failed" /></span>
        : kind === 'saved' ? (savedAt ? <FormattedMessage id="Rules.Save.Saved" values={{ time: format.time(savedAt, undefined, false) }} /> : null)
        : <FormattedMessage id="Rules.Save.Saving" />}
    </span>
  )
}
