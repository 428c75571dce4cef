import {
  Button,
  Callout,
  Field,
  focusInvalidField,
  Input,
  Select,
  SidePanel,
  SkeletonRows,
  useToast,
} from '@assay/design-system'
import type {
  AssessmentTarget,
  CallTest,
  ExternalAssessment,
  ExternalAssessmentBody,
} from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf, isNameTaken, validationErrorOf } from '../../platform/api/api-error.ts'
import { api, client } from '../../platform/api/client.ts'
import { differencesOf, type VersionTexts } from '../../platform/authoring/conflict/differences.ts'
import { useConflict } from '../../platform/authoring/conflict/use-conflict.tsx'
import { type NameIssue, validateIdentifier } from '../../platform/authoring/naming/name-validation.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { useErrorToast } from '../../platform/errors/use-error-toast.ts'
import { DescriptionField } from '../../platform/forms/description-field.tsx'
import { useIsMounted } from '../../platform/forms/use-is-mounted.ts'
import { useLeaveGuard } from '../../platform/forms/use-leave-guard.tsx'
import { useOffline } from '../../platform/offline/connection.ts'
import { TestResult } from '../../platform/outgoing-requests/test-result.tsx'
import { useRecovery } from '../../platform/recovery/use-recovery.ts'
import { TargetPreview } from './target-preview.tsx'

const maxDescription = 500
const targetKeyOf = ({ environmentId, eventType }: ExternalAssessmentBody['target']) => `${environmentId} ${eventType}`

interface AssessmentPanelProps {
  /** None: a new one. */
  assessment: ExternalAssessment | null
  /** Of the environment: their names are taken. */
  all: readonly ExternalAssessment[]
  write: boolean
  onClose: () => void
  /** Somebody else was faster: what is stored is wanted. */
  onReload: () => void
  /** What is stored is another now, or may be. */
  onSaved: () => void
}

/** The form of an external assessment, beside what its target offers. */
export function AssessmentPanel({ assessment, all, write, onClose, onReload, onSaved }: AssessmentPanelProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const offline = useOffline()
  const failed = useErrorToast()
  const environmentId = useEnvironment().id
  const [name, setName] = useState(assessment?.body.name ?? '')
  const [description, setDescription] = useState(assessment?.body.description ?? '')
  const [target, setTarget] = useState(assessment === null ? '' : targetKeyOf(assessment.body.target))
  const [faults, setFaults] = useState<{ name?: NameIssue; target?: 'Missing' | 'Error' }>({})
  // The list may be read again while this is open: what was seen here is what is changed.
  const [seen, setSeen] = useState(assessment?.version ?? 0)
  const conflict = useConflict()
  const [busy, setBusy] = useState<'save' | 'test' | null>(null)
  const [test, setTest] = useState<CallTest | null>(null)
  // One id for every attempt: a lost answer makes no second one.
  const [newId, setNewId] = useState(() => crypto.randomUUID())
  const query = useQuery(api.externalAssessments.targets.queryOptions({ input: { environmentId }, staleTime: 30_000 }))
  const chosen = query.data?.find(each => targetKeyOf(each) === target)
  const dirty =
    write &&
    (name !== (assessment?.body.name ?? '') ||
      description !== (assessment?.body.description ?? '') ||
      target !== (assessment === null ? '' : targetKeyOf(assessment.body.target)))
  useRecovery(
    `external-assessments/form/${environmentId}/${assessment?.id ?? 'new'}`,
    dirty ? { id: newId, seen, name, description, target } : null,
    kept => {
      setSeen(kept.seen)
      setNewId(kept.id)
      setName(kept.name)
      setDescription(kept.description)
      setTarget(kept.target)
    },
  )
  const { question, leave } = useLeaveGuard(dirty)
  const shown = useIsMounted()
  const form = useRef<HTMLFormElement>(null)
  const ownId = assessment?.id ?? newId
  const names = all.filter(({ id }) => id !== ownId).map(({ body }) => body.name)
  const tooLong = description.trim().length > maxDescription

  /** What is sent; null when something is missing, which the fields say then. */
  const bodyOf = (): ExternalAssessmentBody | null => {
    const fault = validateIdentifier(name, names)
    const found = {
      ...(fault === null ? {} : { name: fault }),
      ...(chosen === undefined ? { target: 'Missing' as const } : {}),
    }
    setFaults(found)
    if (fault !== null || chosen === undefined || tooLong) return null
    return {
      name: name.trim(),
      description: description.trim(),
      target: { environmentId: chosen.environmentId, eventType: chosen.eventType },
    }
  }
  const textsOf = (body: ExternalAssessmentBody): VersionTexts => {
    const found = query.data?.find(each => targetKeyOf(each) === targetKeyOf(body.target))
    return [
      { id: 'name', label: intl.formatMessage({ id: 'Common.Name' }), text: body.name },
      {
        id: 'description',
        label: intl.formatMessage({ id: 'Common.Description' }),
        text: body.description,
      },
      {
        id: 'target',
        label: intl.formatMessage({ id: 'ExternalAssessments.Target' }),
        text: found ? `${found.name} – ${found.environmentPath}` : body.target.eventType,
      },
    ]
  }
  const attempt = async (kind: 'save' | 'test', work: (body: ExternalAssessmentBody) => Promise<unknown>) => {
    const body = bodyOf()
    if (body === null) return focusInvalidField(form.current)
    setBusy(kind)
    setTest(null)
    try {
      await work(body)
    } catch (error) {
      if (isNameTaken(error)) setFaults({ name: 'taken' })
      else if (validationErrorOf(error)?.issues.some(({ path }) => path.includes('target')))
        setFaults({ target: 'Error' })
      else if (
        !(await conflict.ask(error, {
          load: () => client.externalAssessments.get({ environmentId, assessmentId: ownId }),
          differences: theirs => differencesOf(textsOf(body), textsOf(theirs.body)),
          keepMine: theirs => save(theirs.version),
          takeTheirs: onReload,
        }))
      )
        failed(error)
      // What lost its answer may have been done all the same.
      if (kind === 'save') onSaved()
    }
    setBusy(null)
  }
  const save = (baseVersion = seen): Promise<void> =>
    attempt('save', async body => {
      const update = (version: number) =>
        client.externalAssessments.update({ environmentId, assessmentId: ownId, body, baseVersion: version })
      if (baseVersion > 0) await update(baseVersion)
      else
        await client.externalAssessments
          .create({ environmentId, assessmentId: ownId, body })
          .catch((error: unknown) => {
            // An earlier try made it, and its answer was lost: what is sent now changes what it made.
            if (conflictErrorOf(error)?.reason !== 'externalAssessments.exists') throw error
            return update(1)
          })
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Calls.Saved' }, { name: body.name }) })
      onSaved()
      if (shown()) leave(onClose)
    })
  const group = (sharing: AssessmentTarget['sharing']) => ({
    label: intl.formatMessage({ id: `ExternalAssessments.Target.${sharing}` }),
    options: (query.data ?? [])
      .filter(each => each.sharing === sharing)
      .map(each => ({ value: targetKeyOf(each), label: `${each.name} – ${each.environmentPath}` })),
  })
  const groups = [group('private'), group('shared')].filter(({ options }) => options.length > 0)
  const title =
    assessment === null ? <FormattedMessage id="ExternalAssessments.New" /> : <bdi>{assessment.body.name}</bdi>

  return (
    <SidePanel variant="modal" className="sm:max-w-dialog-md" title={title} onClose={onClose}>
      <form
        ref={form}
        noValidate
        className="flex min-h-full flex-col"
        onSubmit={event => {
          event.preventDefault()
          if (write && busy === null && !offline) void save()
        }}
      >
        <div className="flex flex-1 flex-col gap-4 p-4">
          {write ? null : (
            <Callout tone="info">
              <FormattedMessage id="ExternalAssessments.ReadOnly" />
            </Callout>
          )}
          {assessment !== null && assessment.target === null ? (
            <Callout tone="warning">
              <FormattedMessage id="ExternalAssessments.Target.Gone" />
            </Callout>
          ) : null}
          {query.isError && !query.data ? (
            <QueryError error={query.error} onRetry={() => void query.refetch()} />
          ) : query.data === undefined ? (
            <SkeletonRows rows={2} />
          ) : query.data.length === 0 ? (
            <Callout tone="info">
              <FormattedMessage id="ExternalAssessments.Target.None" />
            </Callout>
          ) : (
            <Field
              label={<FormattedMessage id="ExternalAssessments.Target" />}
              required
              {...(faults.target
                ? { error: <FormattedMessage id={`ExternalAssessments.Target.${faults.target}`} /> }
                : {})}
            >
              <Select
                value={target}
                disabled={!write || busy !== null}
                options={groups}
                placeholder={intl.formatMessage({ id: 'ExternalAssessments.Target.Choose' })}
                onValueChange={next => {
                  setTarget(next)
                  setFaults({})
                  setTest(null)
                  // The name most people want.
                  const eventType = query.data?.find(each => targetKeyOf(each) === next)?.eventType
                  if (name === '' && eventType !== undefined && validateIdentifier(eventType, names) === null)
                    setName(eventType)
                }}
              />
            </Field>
          )}
          <Field
            label={<FormattedMessage id="Common.Name" />}
            required
            {...(assessment?.used ? { description: <FormattedMessage id="ExternalAssessments.Locked" /> } : {})}
            {...(faults.name ? { error: <FormattedMessage id={`Authoring.Name.${faults.name}`} /> } : {})}
          >
            <Input
              value={name}
              readOnly={!write || busy === 'save' || (assessment?.used ?? false)}
              maxLength={60}
              spellCheck={false}
              autoComplete="off"
              dir="ltr"
              onChange={event => {
                setName(event.target.value)
                setFaults({})
              }}
            />
          </Field>
          <DescriptionField
            value={description}
            rows={2}
            limit={maxDescription}
            readOnly={!write || busy === 'save'}
            onValueChange={setDescription}
          />
          {chosen ? <TargetPreview key={target} target={chosen} name={name.trim()} /> : null}
          {test === null ? null : <TestResult test={test} />}
        </div>
        <div
          data-page-foot
          className="sticky inset-be-0 flex flex-wrap justify-end gap-2 border-bs border-line-subtle bg-surface px-4 py-3"
        >
          <Button onClick={onClose}>
            <FormattedMessage id={write ? 'Common.Cancel' : 'Common.Close'} />
          </Button>
          {write ? (
            <>
              <Button
                loading={busy === 'test'}
                disabled={offline || busy === 'save'}
                onClick={() =>
                  void attempt('test', async body =>
                    setTest(await client.externalAssessments.test({ environmentId, body })),
                  )
                }
              >
                <FormattedMessage id="ExternalAssessments.Test" />
              </Button>
              <Button type="submit" variant="primary" loading={busy === 'save'} disabled={offline || busy === 'test'}>
                <FormattedMessage id={assessment === null ? 'Common.Create' : 'Common.Update'} />
              </Button>
            </>
          ) : null}
        </div>
      </form>
      {question}
      {conflict.question}
    </SidePanel>
  )
}
