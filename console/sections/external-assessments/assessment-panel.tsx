import { Button, Callout, Input, Select, SidePanel, SkeletonRows, useToast } from '@assay/design-system'
import { type AssessmentTarget, type ExternalAssessment, externalCallLimits } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useController } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { conflictErrorOf } from '../../platform/api/api-error.ts'
import { api, client } from '../../platform/api/client.ts'
import { differencesOf } from '../../platform/authoring/conflict/differences.ts'
import { useGuardedRecordForm } from '../../platform/authoring/form/use-guarded-record-form.tsx'
import { validateIdentifier } from '../../platform/authoring/naming/name-validation.ts'
import { useEnvironment } from '../../platform/environments/environments.tsx'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { DescriptionField } from '../../platform/forms/description-field.tsx'
import { FormField } from '../../platform/forms/form-field.tsx'
import { useApiMutation } from '../../platform/mutations/use-api-mutation.ts'
import { useOffline } from '../../platform/offline/connection.ts'
import { TestResult } from '../../platform/outgoing-requests/test-result.tsx'
import {
  assessmentErrorsOf,
  assessmentRecordOf,
  assessmentResolver,
  assessmentVersionTexts,
  targetKeyOf,
} from './assessment-form.ts'
import { TargetPreview } from './target-preview.tsx'

interface AssessmentPanelProps {
  /** None: a new one. */
  assessment: ExternalAssessment | null
  /** All external assessments of the environment: their names are taken. */
  all: readonly ExternalAssessment[]
  write: boolean
  onClose: () => void
  /** What is stored is another now, or may be. */
  onSaved: () => void
}

/** The form of an external assessment, beside what its target offers. */
export function AssessmentPanel({ assessment, all, write, onClose, onSaved }: AssessmentPanelProps) {
  const intl = useIntl()
  const { toast } = useToast()
  const offline = useOffline()
  const environmentId = useEnvironment().id
  const element = useRef<HTMLFormElement>(null)
  // One id for every attempt: after a lost answer no second assessment is created, and the name does not count as
  // taken.
  const [newId, setNewId] = useState<string>(() => crypto.randomUUID())
  const assessmentId = assessment?.id ?? newId
  const query = useQuery(api.externalAssessments.targets.queryOptions({ input: { environmentId }, staleTime: 30_000 }))
  const targets = query.data ?? []
  const names = all.filter(({ id }) => id !== assessmentId).map(({ body }) => body.name)
  const { form, values, saving, attempts, submit, validate, showError, question } = useGuardedRecordForm({
    record: assessmentRecordOf(assessment),
    resolver: assessmentResolver(names, targets.map(targetKeyOf)),
    recovery: {
      id: `external-assessments/form/${environmentId}/${assessment?.id ?? 'new'}`,
      context: newId,
      restore: id => {
        setNewId(id)
        return true
      },
    },
    save: (body, { version }): Promise<ExternalAssessment> => {
      test.reset()
      const update = (baseVersion: number) =>
        client.externalAssessments.update({ environmentId, assessmentId, body, baseVersion })
      if (version > 0) return update(version)
      return client.externalAssessments.create({ environmentId, assessmentId, body }).catch((error: unknown) => {
        // An earlier try made it, and its answer was lost: what is sent now changes what it made.
        if (conflictErrorOf(error)?.reason !== 'externalAssessments.exists') throw error
        return update(1)
      })
    },
    onSaved: ({ body: { name } }) =>
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Calls.Saved' }, { name }) }),
    moveOn: (_, leave) => leave(onClose),
    onSettled: onSaved,
    errorsOf: assessmentErrorsOf,
    conflict: {
      load: () => client.externalAssessments.get({ environmentId, assessmentId }),
      differences: (mine, theirs) =>
        differencesOf(assessmentVersionTexts(mine, targets, intl), assessmentVersionTexts(theirs.body, targets, intl)),
      takeTheirs: (theirs, accept) => accept(assessmentRecordOf(theirs)),
    },
    element,
  })
  const test = useApiMutation({
    mutationFn: (body: ExternalAssessment['body']) => client.externalAssessments.test({ environmentId, body }),
    onError: showError,
  })
  const testing = test.isPending
  const chosen = targets.find(each => targetKeyOf(each) === values.target)
  const description = useController({ control: form.control, name: 'description' }).field
  const group = (sharing: AssessmentTarget['sharing']) => ({
    label: intl.formatMessage({ id: `ExternalAssessments.Target.${sharing}` }),
    options: targets
      .filter(each => each.sharing === sharing)
      .map(each => ({ value: targetKeyOf(each), label: `${each.name} – ${each.environmentPath}` })),
  })
  const groups = [group('private'), group('shared')].filter(({ options }) => options.length > 0)
  const title =
    assessment === null ? <FormattedMessage id="ExternalAssessments.New" /> : <bdi>{assessment.body.name}</bdi>

  return (
    <SidePanel variant="modal" className="sm:max-w-dialog-md" title={title} onClose={onClose}>
      <form
        ref={element}
        noValidate
        className="flex min-h-full flex-col"
        onSubmit={event => {
          event.preventDefault()
          if (write && !saving && !testing && !offline) void submit()
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
            <FormField form={form} name="target" label={<FormattedMessage id="ExternalAssessments.Target" />} required>
              {({ value, onChange }) => (
                <Select
                  value={value}
                  disabled={!write || saving || testing}
                  options={groups}
                  placeholder={intl.formatMessage({ id: 'ExternalAssessments.Target.Choose' })}
                  onValueChange={next => {
                    onChange(next)
                    test.reset()
                    // The name that most people choose.
                    const eventType = targets.find(each => targetKeyOf(each) === next)?.eventType
                    if (values.name === '' && eventType !== undefined && validateIdentifier(eventType, names) === null)
                      form.setValue('name', eventType, { shouldDirty: true, shouldValidate: attempts > 0 })
                  }}
                />
              )}
            </FormField>
          )}
          <FormField
            form={form}
            name="name"
            label={<FormattedMessage id="Common.Name" />}
            required
            {...(assessment?.used ? { description: <FormattedMessage id="ExternalAssessments.Locked" /> } : {})}
          >
            {control => (
              <Input
                {...control}
                readOnly={!write || saving || (assessment?.used ?? false)}
                maxLength={60}
                spellCheck={false}
                autoComplete="off"
                dir="ltr"
              />
            )}
          </FormField>
          <DescriptionField
            value={description.value}
            rows={2}
            limit={externalCallLimits.description}
            readOnly={!write || saving}
            onValueChange={description.onChange}
          />
          {chosen ? <TargetPreview key={values.target} target={chosen} name={values.name.trim()} /> : null}
          {test.data === undefined ? null : <TestResult test={test.data} />}
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
              <Button loading={testing} disabled={offline || saving} onClick={() => void validate(test.mutateAsync)}>
                <FormattedMessage id="ExternalAssessments.Test" />
              </Button>
              <Button type="submit" variant="primary" loading={saving} disabled={offline || testing}>
                <FormattedMessage id={assessment === null ? 'Common.Create' : 'Common.Update'} />
              </Button>
            </>
          ) : null}
        </div>
      </form>
      {question}
    </SidePanel>
  )
}
