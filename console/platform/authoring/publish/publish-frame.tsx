import {
  Button,
  Callout,
  Dialog,
  DialogContent,
  Field,
  FieldCounter,
  Input,
  Textarea,
  useFormat,
} from '@assay/design-system'
import type { ConflictReason, Dependent } from '@assay/risk-service/contract'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf, type ReportedDiagnostic, validationErrorOf } from '../../api/api-error.ts'
import { useApiMutation } from '../../mutations/use-api-mutation.ts'
import { useOffline } from '../../offline/connection.ts'
import { type ConflictField, ConflictFields } from '../conflict/conflict-fields.tsx'
import { NameTakenError } from '../draft/use-stored-draft.ts'
import type { NameIssue } from '../naming/name-validation.ts'
import { Dependents } from '../usage/dependents.tsx'

type PublishOutcome =
  | { kind: 'conflict'; by: string; at: string | undefined; differences: readonly ConflictField[] }
  | { kind: 'refused'; lines: readonly string[] }
  | { kind: 'used'; users: readonly Dependent[] }
  | { kind: 'limit'; note: ReactNode }
  | { kind: 'failed' }

interface PublishFrameProps {
  /** Of the draft, before it is changed here. */
  draftName: string
  name: string
  onName: (name: string) => void
  faultOf: (name: string) => NameIssue | null
  description: string
  onDescription: (description: string) => void
  /** "Publish rule". */
  confirm: ReactNode
  /** The message for each limit that publishing may exceed, by the reason in the answer of the service. */
  limits?: Readonly<Partial<Record<ConflictReason, ReactNode>>>
  warnings: readonly string[]
  /** Saves what was changed here and publishes. */
  publish: (name: string, overwrite: boolean) => Promise<unknown>
  /** The differences between this draft and the version that another user published. */
  differences: () => Promise<readonly ConflictField[]>
  /** A problem that the service found, in a line with its place. */
  lineOf: (problem: ReportedDiagnostic) => string
  /** Discards the draft in favour of the published version. */
  takeTheirs: () => Promise<void>
  onClose: () => void
  onPublished: () => void
  onTaken: () => void
  /** Fields after name and description. */
  children?: ReactNode
}

/** Confirmation before a draft comes into force: names it, warns, and names the user who published another version. */
export function PublishFrame({
  draftName,
  name,
  onName,
  faultOf,
  description,
  onDescription,
  confirm,
  limits = {},
  warnings,
  publish,
  differences,
  lineOf,
  takeTheirs,
  onClose,
  onPublished,
  onTaken,
  children,
}: PublishFrameProps) {
  const intl = useIntl()
  const format = useFormat()
  const offline = useOffline()
  const [fault, setFault] = useState<NameIssue | null>(null)
  const [outcome, setOutcome] = useState<PublishOutcome | null>(null)
  const take = useApiMutation({ mutationFn: () => takeTheirs(), onSuccess: onTaken })
  const publication = useMutation({
    mutationFn: ({ name: as, overwrite }: { name: string; overwrite: boolean }) => publish(as, overwrite),
    onSuccess: onPublished,
    onError: async error => {
      const conflict = conflictErrorOf(error)
      const refused = validationErrorOf(error)
      if (error instanceof NameTakenError) setFault('taken')
      else if (conflict?.reason === 'version.conflict')
        setOutcome({
          kind: 'conflict',
          by: conflict.changedBy ?? '',
          at: conflict.changedAt,
          differences: await differences(),
        })
      else if (conflict?.dependents) setOutcome({ kind: 'used', users: conflict.dependents })
      else if (conflict?.reason && limits[conflict.reason] !== undefined)
        setOutcome({ kind: 'limit', note: limits[conflict.reason] })
      else if (refused) {
        const errors = refused.problems.filter(problem => problem.severity === 'error')
        setOutcome({
          kind: 'refused',
          lines: errors.length > 0 ? errors.map(lineOf) : refused.issues.map(issue => issue.message),
        })
      } else setOutcome({ kind: 'failed' })
    },
  })
  const running = take.isPending || publication.isPending
  const send = (overwrite: boolean) => {
    const trimmed = name.trim()
    const found = faultOf(trimmed)
    setFault(found)
    if (found) return
    setOutcome(null)
    publication.mutate({ name: trimmed, overwrite })
  }
  const conflicted = outcome?.kind === 'conflict'
  return (
    <Dialog
      open
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <DialogContent
        title={<FormattedMessage id="Authoring.Publish.Title" values={{ name: <bdi key="name">{draftName}</bdi> }} />}
        description={<FormattedMessage id="Authoring.Publish.Description" />}
        footer={
          <>
            <Button onClick={onClose}>
              <FormattedMessage id={conflicted ? 'Errors.Conflict.Edit' : 'Common.Cancel'} />
            </Button>
            {conflicted ? (
              <Button disabled={offline || running} onClick={() => take.mutate()}>
                <FormattedMessage id="Errors.Conflict.TakeTheirs" />
              </Button>
            ) : null}
            {conflicted ? (
              <Button variant="danger" loading={running} disabled={offline} onClick={() => send(true)}>
                <FormattedMessage id="Errors.Conflict.KeepMine" />
              </Button>
            ) : (
              <Button variant="primary" loading={running} disabled={offline} onClick={() => send(false)}>
                {confirm}
              </Button>
            )}
          </>
        }
      >
        <div className="flex flex-col gap-3">
          {outcome?.kind === 'conflict' ? (
            <>
              <Callout tone="warning" live>
                <FormattedMessage
                  id="Authoring.Publish.Conflict"
                  values={{
                    name: <bdi key="name">{draftName}</bdi>,
                    user: <bdi key="user">{outcome.by}</bdi>,
                    time: outcome.at ? format.dateTime(outcome.at) : '',
                  }}
                />
              </Callout>
              {outcome.differences.length > 0 ? <ConflictFields fields={outcome.differences} /> : null}
            </>
          ) : null}
          {outcome?.kind === 'refused' ? (
            <Callout tone="danger" live title={<FormattedMessage id="Authoring.Publish.Error" />}>
              <ul className="list-disc ps-5">
                {outcome.lines.map(text => (
                  <li key={text}>
                    <bdi>{text}</bdi>
                  </li>
                ))}
              </ul>
            </Callout>
          ) : null}
          {outcome?.kind === 'used' ? (
            <Callout tone="danger" live title={<FormattedMessage id="Authoring.Publish.Used" />}>
              <Dependents users={outcome.users} />
            </Callout>
          ) : null}
          {offline ? (
            <Callout tone="warning" live>
              <FormattedMessage id="Offline.Writes" />
            </Callout>
          ) : null}
          {outcome?.kind === 'limit' ? (
            <Callout tone="danger" live>
              {outcome.note}
            </Callout>
          ) : null}
          {outcome?.kind === 'failed' ? (
            <Callout tone="danger" live>
              <FormattedMessage id="Authoring.Publish.Failed" />
            </Callout>
          ) : null}
          <Field
            label={intl.formatMessage({ id: 'Common.Name' })}
            required
            {...(fault ? { error: <FormattedMessage id={`Authoring.Name.${fault}`} /> } : {})}
          >
            <Input
              value={name}
              dir="auto"
              spellCheck={false}
              onChange={event => {
                onName(event.target.value)
                setFault(null)
              }}
            />
          </Field>
          <Field
            label={<FormattedMessage id="Common.Description" />}
            labelEnd={<FieldCounter used={description.length} limit={500} />}
          >
            <Textarea
              value={description}
              maxLength={500}
              dir="auto"
              onChange={event => onDescription(event.target.value)}
            />
          </Field>
          {children}
          {warnings.length > 0 ? (
            <Callout
              tone="warning"
              title={<FormattedMessage id="Authoring.Problems.Warnings" values={{ count: warnings.length }} />}
            >
              <ul className="list-disc ps-5">
                {warnings.map(line => (
                  <li key={line}>
                    <bdi>{line}</bdi>
                  </li>
                ))}
              </ul>
            </Callout>
          ) : null}
        </div>
      </DialogContent>
    </Dialog>
  )
}
