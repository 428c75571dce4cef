import { Button, Callout, Dialog, DialogContent, Field, Input, Skeleton } from '@assay/design-system'
import type { Template } from '@assay/risk-service/contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { conflictErrorOf, validationErrorOf } from '../../platform/api/api-error.ts'
import { api, client } from '../../platform/api/client.ts'
import { QueryError } from '../../platform/errors/page-error.tsx'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { useApiMutation } from '../../platform/mutations/use-api-mutation.ts'
import { useRecoverableState } from '../../platform/recovery/use-recovery.ts'
import { ContentsView } from '../../platform/templates/contents-view.tsx'
import { OutcomeList, TemplateIssueNotes } from '../../platform/templates/template-issue-notes.tsx'

interface CreateAssessmentDialogProps {
  /** A root environment. */
  environmentId: string
  template: Template
  onClose: () => void
}
type AssessmentNameIssue = 'missing' | 'rule' | 'taken' | 'limit'
const apiNamePattern = /^[a-z]\w{0,59}$/i
const pathOf = (apiName: string): string => `/v1.0/assessment/${apiName.trim()}`
const friendlyPattern = /^\w[\w ]{0,59}$/

/** A new assessment from a template. What could not be made of it is listed at the end. */
export function CreateAssessmentDialog({ environmentId, template, onClose }: CreateAssessmentDialogProps) {
  const queryClient = useQueryClient()
  const [names, setNames] = useRecoverableState<{ friendlyName: string; apiName: string } | null>(
    `template/use/${template.id}`,
    null,
  )
  const [faults, setFaults] = useState<{ friendlyName?: AssessmentNameIssue; apiName?: AssessmentNameIssue }>({})
  // One id for every attempt at a name: a lost answer makes no second assessment, and another name makes another one.
  const [ids] = useState(() => new Map<string, string>())
  const check = useQuery(
    api.assessmentTemplates.check.queryOptions({
      input: { environmentId, templateId: template.id },
      staleTime: 0,
      retry: false,
    }),
  )
  const taken =
    check.data?.problems.some(({ part, severity }) => part === 'assessment' && severity === 'warning') ?? false
  const named = names ?? {
    friendlyName: check.data?.friendlyName ?? '',
    apiName: taken ? '' : (check.data?.apiName ?? ''),
  }
  const creation = useApiMutation({
    mutationFn: (named: { friendlyName: string; apiName: string }) => {
      const assessmentId = ids.get(named.apiName) ?? crypto.randomUUID()
      ids.set(named.apiName, assessmentId)
      return client.assessmentTemplates.use({ environmentId, templateId: template.id, assessmentId, ...named })
    },
    onError: error => {
      const reason = conflictErrorOf(error)?.reason
      const field = validationErrorOf(error)?.issues[0]?.path[0]
      if (reason === 'assessment.exists') setFaults({ apiName: 'taken' })
      else if (reason === 'assessment.limit') setFaults({ apiName: 'limit' })
      else if (field === 'friendlyName' || field === 'apiName') setFaults({ [field]: 'rule' })
      else return false
      return true
    },
    // The assessment itself, its rules, and whatever these call: hardly a list is as it was, and after a failure its
    // answer may be all that was lost.
    onSettled: () => void queryClient.invalidateQueries(),
  })
  const running = creation.isPending
  const result = creation.data?.outcome
  const submit = () => {
    // What stands in the fields comes with the check.
    if (!check.data) return
    const wanted = { friendlyName: named.friendlyName.trim(), apiName: named.apiName.trim() }
    const found = {
      ...validateAssessmentName('friendlyName', wanted.friendlyName, friendlyPattern),
      ...validateAssessmentName('apiName', wanted.apiName, apiNamePattern),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    creation.mutate(wanted)
  }
  const title = (
    <FormattedMessage id="Templates.Assessment.Title" values={{ name: <bdi key="name">{template.name}</bdi> }} />
  )
  if (result) {
    return (
      <Dialog
        open
        onOpenChange={open => {
          if (!open) onClose()
        }}
      >
        <DialogContent
          title={<FormattedMessage id="Templates.Result.Title" />}
          footer={
            <Button variant="primary" onClick={onClose}>
              <FormattedMessage id="Common.Close" />
            </Button>
          }
        >
          <OutcomeList outcome={result} />
        </DialogContent>
      </Dialog>
    )
  }
  const lacking = check.data?.problems.filter(({ severity }) => severity === 'error') ?? []
  const error = (field: 'friendlyName' | 'apiName'): { error?: ReactNode } => {
    const fault = faults[field]
    return fault === undefined
      ? {}
      : {
          error: (
            <FormattedMessage
              id={
                fault === 'missing'
                  ? 'Lists.Name.Missing'
                  : fault === 'rule'
                    ? `Templates.Assessment.Rule.${field}`
                    : `Templates.Assessment.${fault}`
              }
            />
          ),
        }
  }
  return (
    <FormDialog
      title={title}
      confirm={<FormattedMessage id="Common.Create" />}
      running={running || check.isPending}
      refusal={check.data?.blocked ? 'Templates.Assessment.RootOnly' : null}
      onSubmit={submit}
      onClose={onClose}
    >
      {!check.data ? (
        check.isError ? (
          <QueryError error={check.error} onRetry={() => void check.refetch()} />
        ) : (
          <div aria-busy="true">
            <Skeleton className="h-2 w-1/2" />
          </div>
        )
      ) : (
        <>
          <Field
            label={<FormattedMessage id="Templates.Assessment.FriendlyName" />}
            required
            {...error('friendlyName')}
          >
            <Input
              value={named.friendlyName}
              readOnly={running}
              dir="auto"
              maxLength={60}
              onChange={event => {
                setNames({ ...named, friendlyName: event.target.value })
                setFaults({})
              }}
            />
          </Field>
          <Field
            label={<FormattedMessage id="Rules.Branch.ApiName" />}
            required
            description={
              <FormattedMessage
                id="Templates.Assessment.ApiNameHelp"
                values={{
                  path: (
                    <bdi key="path" dir="ltr" className="font-mono wrap-anywhere">
                      {pathOf(named.apiName)}
                    </bdi>
                  ),
                }}
              />
            }
            {...error('apiName')}
          >
            <Input
              value={named.apiName}
              readOnly={running}
              dir="ltr"
              mono
              maxLength={60}
              spellCheck={false}
              autoComplete="off"
              onChange={event => {
                setNames({ ...named, apiName: event.target.value })
                setFaults({})
              }}
            />
          </Field>
          <ContentsView contents={check.data.contents} />
          {lacking.length > 0 ? (
            <Callout tone="warning" title={<FormattedMessage id="Templates.Use.Partly" />}>
              <TemplateIssueNotes problems={lacking} />
            </Callout>
          ) : null}
        </>
      )}
    </FormDialog>
  )
}

function validateAssessmentName<Field extends string>(
  field: Field,
  text: string,
  pattern: RegExp,
): Partial<Record<Field, AssessmentNameIssue>> {
  const fault: AssessmentNameIssue | null = text === '' ? 'missing' : pattern.test(text) ? null : 'rule'
  return fault === null ? {} : ({ [field]: fault } as Partial<Record<Field, AssessmentNameIssue>>)
}
