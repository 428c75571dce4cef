import { Field, Radio, RadioGroup } from '@assay/design-system'
import type { ConflictReason, RuleDiagnostic } from '@assay/risk-service/contract'
import { type ReactNode, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useRecovery } from '../../recovery/use-recovery.ts'
import { differencesOf, type VersionTexts } from '../conflict/differences.ts'
import type { PublishedWithDraft, StoredDraft } from '../draft/use-stored-draft.ts'
import { diagnosticText, type Part, sortDiagnostics } from '../fql/diagnostics.ts'
import type { NameIssue } from '../naming/name-validation.ts'
import { PublishFrame } from './publish-frame.tsx'

type PublishableStatus = 'active' | 'inactive'

/** What the editor does once the dialog is done with. */
export interface PublishEvents {
  onClose: () => void
  onPublished: () => void
  /** The user discarded the draft in favour of the version that another user published. */
  onTaken: () => void
}

interface PublishDraftProps<Body extends { name: string; description: string }, Answer extends PublishedWithDraft<Body>>
  extends PublishEvents {
  /** Of what is published. */
  id: string
  draft: StoredDraft<Body, Answer>
  body: Body
  problems: readonly RuleDiagnostic[]
  /** What a part is called; of what has no part, that of the condition. */
  nameOf: (part: Part) => string
  faultOf: (name: string) => NameIssue | null
  /** "Publish rule". */
  confirm: ReactNode
  /** As the frame has it. */
  limits?: Readonly<Partial<Record<ConflictReason, ReactNode>>>
  /**
   * The status that is chosen where the draft can come into force or wait: the current one, and what each status means.
   */
  status?: { now: string; active: ReactNode; inactive: ReactNode }
  /** The published version, of any user; null when it cannot be loaded. */
  published: () => Promise<Body | null>
  /** Texts of a version, beside name and description. */
  textsOf: (body: Body) => VersionTexts
  send: (request: { baseVersion: number; overwrite: boolean; status: PublishableStatus }) => Promise<Answer>
  /** Fields after the others. `active`: the draft comes into force. */
  children?: (active: boolean) => ReactNode
}

/**
 * Confirmation before a draft comes into force: its name and description, its status where it has one, and any version
 * that another user published in the meantime.
 */
export function PublishDraft<
  Body extends { name: string; description: string },
  Answer extends PublishedWithDraft<Body>,
>({
  id,
  draft,
  body,
  problems,
  nameOf,
  faultOf,
  confirm,
  limits = {},
  status: statusChoice,
  published,
  textsOf,
  send,
  children,
  ...events
}: PublishDraftProps<Body, Answer>) {
  const intl = useIntl()
  const [name, setName] = useState(body.name)
  const [description, setDescription] = useState(body.description)
  const [status, setStatus] = useState<PublishableStatus>(statusChoice?.now === 'inactive' ? 'inactive' : 'active')
  useRecovery(`publish/${id}`, { name, description, status }, recovered => {
    setName(recovered.name)
    setDescription(recovered.description)
    setStatus(recovered.status)
  })
  const lineOf = ({
    part,
    property,
    ...problem
  }: Pick<RuleDiagnostic, 'line' | 'column' | 'code' | 'message' | 'params'> & {
    part?: Part | undefined
    property?: number | null | undefined
  }) => `${nameOf(part ?? property ?? 'condition')} ${problem.line}:${problem.column} ${diagnosticText(intl, problem)}`
  const allTexts = (of: Body): VersionTexts => [
    { id: 'name', label: intl.formatMessage({ id: 'Common.Name' }), text: of.name },
    { id: 'description', label: intl.formatMessage({ id: 'Common.Description' }), text: of.description },
    ...textsOf(of).map(each => ({ ...each, code: true })),
  ]
  const differences = async () => {
    const theirs = await published()
    return theirs === null ? [] : differencesOf(allTexts({ ...body, name: name.trim(), description }), allTexts(theirs))
  }
  return (
    <PublishFrame
      {...events}
      draftName={body.name}
      name={name}
      onName={setName}
      faultOf={faultOf}
      description={description}
      onDescription={setDescription}
      confirm={confirm}
      limits={limits}
      warnings={sortDiagnostics(problems)
        .filter(({ severity }) => severity === 'warning')
        .map(lineOf)}
      lineOf={lineOf}
      differences={differences}
      takeTheirs={draft.discard}
      publish={(newName, overwrite) => {
        // Saved again without a change, a draft that was published in the meantime would be created anew.
        if (newName !== body.name || description !== body.description)
          draft.change(each => ({ ...each, name: newName, description }))
        return draft.publish(newName, baseVersion => send({ baseVersion, overwrite, status }))
      }}
    >
      {statusChoice ? (
        <Field label={<FormattedMessage id="Authoring.Column.Status" />}>
          <RadioGroup value={status} onValueChange={value => setStatus(value === 'inactive' ? 'inactive' : 'active')}>
            <Radio
              value="active"
              label={<FormattedMessage id="Authoring.Status.active" />}
              description={statusChoice.active}
            />
            <Radio
              value="inactive"
              label={<FormattedMessage id="Authoring.Status.inactive" />}
              description={statusChoice.inactive}
            />
          </RadioGroup>
        </Field>
      ) : null}
      {children?.(status === 'active')}
    </PublishFrame>
  )
}
