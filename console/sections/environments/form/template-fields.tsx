import { Callout, Skeleton, Switch } from '@assay/design-system'
import type { CreateEnvironment, Environment } from '@assay/risk-service/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { FormattedMessage } from 'react-intl'
import { api, client } from '../../../platform/api/client.ts'
import { QueryError } from '../../../platform/errors/page-error.tsx'
import { ContentsView } from '../../../platform/templates/contents-view.tsx'
import { templateErrorOf } from '../../../platform/templates/template-error.ts'
import { TemplateIssueNotes } from '../../../platform/templates/template-issue-notes.tsx'
import { TemplatePicker } from '../../../platform/templates/template-picker.tsx'
import { useTemplateChoice } from '../../../platform/templates/use-template-choice.ts'

/** What outlives a way to the sign-in page; a file does not, and is chosen again before anything can be made. */
export interface RecoveredTemplate {
  on: boolean
  templateId: string | null
}

/** What a new environment starts as. `library`: whose templates, with those above it. `parent` null: a root is made. */
export function useEnvironmentTemplate(parent: Environment | null, library: Environment | undefined) {
  const [on, setOn] = useState(false)
  const choice = useTemplateChoice()
  const place = parent ?? library
  const check = useQuery({
    queryKey: [...api.environmentTemplates.check.key(), place?.id, parent === null, choice.key],
    enabled: on && place !== undefined && choice.key !== null && choice.fault === null,
    staleTime: 0,
    retry: false,
    queryFn: () =>
      client.environmentTemplates.check({ environmentId: place?.id ?? '', root: parent === null, ...choice.selection }),
  })
  const refused = check.isError ? templateErrorOf(check.error) : null
  const fault = refused?.kind === 'file' ? refused.fault : choice.fault
  const { templateId, file } = choice.selection
  const createInput: Pick<CreateEnvironment, 'template' | 'templateFile'> =
    !on || place === undefined
      ? {}
      : templateId !== undefined
        ? { template: { environmentId: place.id, templateId } }
        : file
          ? { templateFile: file }
          : {}
  return {
    recoverable: { on, templateId: templateId ?? null } satisfies RecoveredTemplate,
    restore: ({ on: wasOn, templateId: chosen }: RecoveredTemplate) => {
      setOn(wasOn)
      if (chosen !== null) choice.pick(chosen)
    },
    on,
    setOn,
    choice: { ...choice, fault },
    place,
    check,
    createInput,
    /** Offered at all. */
    offered: place?.capabilities['templates.environment'] !== undefined,
    /** Nothing is made while it is on and cannot be used. */
    ready: !on || (check.data !== undefined && !check.data.blocked && !check.isFetching),
  }
}
export type EnvironmentTemplate = ReturnType<typeof useEnvironmentTemplate>

/** The switch of the form, and below it the template with its contents and what is missing here. */
export function TemplateFields({ template: { on, setOn, choice, place, check } }: { template: EnvironmentTemplate }) {
  if (!place) return null
  const errors = check.data?.problems.filter(({ severity }) => severity === 'error') ?? []
  const later = check.data?.problems.filter(({ severity }) => severity === 'warning') ?? []
  return (
    <>
      <Switch
        checked={on}
        onCheckedChange={setOn}
        label={<FormattedMessage id="Templates.Environment.Switch" />}
        description={<FormattedMessage id="Templates.Environment.Help" />}
      />
      {on ? (
        <div className="flex flex-col gap-3 border-s-2 border-line ps-3">
          <TemplatePicker kind="environment" environmentId={place.id} choice={choice} />
          {check.isFetching && !check.data ? (
            <div aria-busy="true">
              <Skeleton className="h-2 w-1/2" />
            </div>
          ) : null}
          {check.isError && templateErrorOf(check.error)?.kind !== 'file' ? (
            <QueryError error={check.error} onRetry={() => void check.refetch()} />
          ) : null}
          {check.data ? <ContentsView contents={check.data.contents} /> : null}
          {errors.length > 0 ? (
            <Callout tone="danger" live title={<FormattedMessage id="Templates.Use.Blocked" />}>
              <TemplateIssueNotes problems={errors} />
            </Callout>
          ) : null}
          {errors.length === 0 && later.length > 0 ? (
            <Callout tone="warning" title={<FormattedMessage id="Templates.Use.Later" />}>
              <TemplateIssueNotes problems={later} />
            </Callout>
          ) : null}
        </div>
      ) : null}
    </>
  )
}
