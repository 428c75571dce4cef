import { Button, Callout, DecisionButton, Dialog, DialogContent, isApple, Kbd, Switch } from '@assay/design-system'
import { caseLimits, type QuickDecision } from '@assay/risk-service/contract'
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { decisionLook } from '../../../../platform/cases/decisions/decision-choices.ts'
import { latinKey } from '../../../../platform/hotkeys/keys.ts'
import { useNoteTemplates } from '../../../../platform/notes/templates/use-note-templates.ts'
import { useOffline } from '../../../../platform/offline/connection.ts'
import { usePreferences } from '../../../../platform/preferences/index.ts'
import { describeRefusal, type Refusal } from '../model/refusal.ts'
import type { DecisionDraft } from './decision-draft.ts'
import { FailureCallout } from './decision-failure.tsx'
import { DecisionFields } from './decision-fields.tsx'
import { type RefusalActionsProps, RefusalCallout } from './decision-refusal.tsx'
import { ListUpdates } from './list-updates.tsx'
import { MissingCards } from './missing-cards.tsx'
import { openQuestions } from './open-questions.ts'
import { useDecisionForm } from './use-decision-form.ts'

/** What the dialog was opened for. */
export interface DecisionRequest {
  /** First decision, that of a second person, or one that replaces a decision. */
  purpose: 'decide' | 'approve' | 'correct'
  decision: string
  /** The reason of a quick decision. */
  reason: string | null
  /** A quick decision of the queue, with its note, list statuses and tag. */
  quick?: QuickDecision
}

/** What the dialog is closed with. */
export interface DecisionAnswer {
  draft: DecisionDraft
  /** The decision is for all cases that are reviewed together. */
  together: boolean
  /** Removes what is stored of the draft: the decision was made. */
  clear: () => void
}

interface DecisionDialogProps extends Omit<RefusalActionsProps, 'refusal' | 'text'> {
  request: DecisionRequest
  /** Why it cannot be made any more: what the service refused, or what has happened since the dialog opened. */
  refusal: Refusal | null
  /** A failure without a refusal: the decision may have arrived. */
  error: Error | null
  pending: boolean
  onSubmit: (answer: DecisionAnswer) => void
}

/** Reason, note and usefulness of a decision. What is typed stays until the decision is made. */
export function DecisionDialog(props: DecisionDialogProps) {
  const { onClose } = props
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <Content {...props} />
    </Dialog>
  )
}

function Content({ row, request, error, pending, onSubmit, onClose, ...props }: DecisionDialogProps) {
  const form = useId()
  const submitButton = useRef<HTMLButtonElement>(null)
  const offline = useOffline()
  const { shortcutsEnabled } = usePreferences()
  const decision = row.decisions.find(({ name }) => name === request.decision)
  const { draft, change, clear } = useDecisionForm(row, request)
  const templates = useNoteTemplates(row, draft.reason)
  const refusal = props.refusal ?? (decision ? null : describeRefusal('decisionUnknown', row))
  const questions = request.purpose === 'decide' ? openQuestions(row.checklist) : []
  /** Cases that are reviewed together, with this one. */
  const size = request.purpose === 'decide' ? row.own.bundle.length + 1 : 1
  const [together, setTogether] = useState(false)
  const isReasonValid = draft.reason !== null && (decision?.reasons.includes(draft.reason) ?? false)
  const isReady =
    refusal === null && questions.length === 0 && isReasonValid && draft.note.length <= caseLimits.note && !offline
  const quick = request.reason !== null
  useEffect(() => {
    if (!quick) return
    // After the dialog has placed the focus: the reason is chosen, Enter submits.
    const timer = setTimeout(() => submitButton.current?.focus())
    return () => clearTimeout(timer)
  }, [quick])

  const refused = refusal !== null
  const [wasRefused, setWasRefused] = useState(refused)
  useEffect(() => {
    setWasRefused(refused)
    // The button that was pressed is gone, and the decision can be made again.
    if (wasRefused && !refused) submitButton.current?.focus()
  }, [refused, wasRefused])

  const submit = () => {
    if (isReady && !pending) onSubmit({ draft, together: together && size > 1, clear })
  }
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Enter' && (isApple(navigator.platform) ? event.metaKey : event.ctrlKey)) {
      event.preventDefault()
      submit()
      return
    }
    const digit = latinKey(event)
    const reason = /^[1-9]$/.test(digit) ? decision?.reasons[Number(digit) - 1] : undefined
    const isTyping = event.target instanceof HTMLTextAreaElement
    if (
      reason === undefined ||
      isTyping ||
      pending ||
      !shortcutsEnabled ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return
    event.preventDefault()
    change({ reason })
    submitButton.current?.focus()
  }

  const look = decision && decisionLook(decision)
  const common = {
    ref: submitButton,
    type: 'submit' as const,
    form,
    loading: pending,
    'aria-disabled': !isReady,
    end: <Kbd aria-hidden keys="Mod+Enter" />,
    children: <FormattedMessage id={error === null ? 'Review.Case.Submit' : 'Common.Retry'} />,
  }
  return (
    <DialogContent
      title={<bdi>{request.decision}</bdi>}
      description={
        request.purpose === 'decide' ? undefined : <FormattedMessage id={`Review.Case.Purpose.${request.purpose}`} />
      }
      onKeyDown={press}
      footer={
        <>
          <span className="min-w-0 flex-1 text-xs max-sm:flex-[1_1_100%] text-fg-secondary">
            {offline ? (
              <FormattedMessage id="Offline.Writes" />
            ) : refusal === null && !isReasonValid ? (
              <FormattedMessage id="Review.Case.ChooseReason" />
            ) : null}
          </span>
          <Button onClick={onClose}>
            <FormattedMessage id="Common.Cancel" />
          </Button>
          {look ? <DecisionButton decision={look} {...common} /> : <Button variant="primary" {...common} />}
        </>
      }
    >
      <form
        id={form}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={event => {
          event.preventDefault()
          submit()
        }}
      >
        {refusal ? <RefusalCallout {...props} row={row} refusal={refusal} text={draft.note} onClose={onClose} /> : null}
        {refusal === null && error !== null && !pending ? <FailureCallout error={error} /> : null}
        <MissingCards row={row} />
        {questions.length > 0 ? (
          <Callout tone="warning" title={<FormattedMessage id="Review.Case.Checklist.Open" />}>
            <ul className="list-disc ps-4">
              {questions.map(({ id, label }) => (
                <li key={id}>
                  <bdi>{label}</bdi>
                </li>
              ))}
            </ul>
          </Callout>
        ) : null}
        {decision ? (
          <DecisionFields
            decision={decision}
            draft={draft}
            change={change}
            disabled={pending}
            showKeys={shortcutsEnabled}
            templates={templates}
            updates={
              request.quick ? (
                <ListUpdates row={row} quick={request.quick} {...{ draft, change }} disabled={pending} />
              ) : null
            }
          />
        ) : null}
        {size > 1 ? (
          <Switch
            label={<FormattedMessage id="Review.Case.Bundle.Together" values={{ count: size }} />}
            description={<FormattedMessage id="Review.Case.Bundle.Together.Text" />}
            checked={together}
            disabled={pending}
            onCheckedChange={setTogether}
          />
        ) : null}
      </form>
    </DialogContent>
  )
}
