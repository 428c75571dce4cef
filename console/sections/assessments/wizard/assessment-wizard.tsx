import {
  belowLg,
  Callout,
  ConfirmDanger,
  Dialog,
  DialogContent,
  PageHeader,
  Switch,
  useMediaQuery,
  Wizard,
  WizardPage,
  type WizardStep,
} from '@assay/design-system'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useNavigate } from 'react-router-dom'
import { api } from '../../../platform/api/client.ts'
import { useEnvironment, useHref } from '../../../platform/environments/environments.tsx'
import { JsonPreview } from '../../../platform/schema-editor/json-preview.tsx'
import { SchemaActions } from '../../../platform/schema-editor/schema-actions.tsx'
import { SchemaEditor } from '../../../platform/schema-editor/schema-editor.tsx'
import { type DraftOwner, storeWizardDraft } from './draft-storage.ts'
import { NameStep } from './name-step.tsx'
import { ObservationsStep } from './observations-step.tsx'
import { SettingsStep } from './settings-step.tsx'
import { TemplateStep } from './template-step.tsx'
import { useCreateAssessment } from './use-create-assessment.ts'
import { changeSchema, type WizardDraft, type WizardStepId, wizardSteps } from './wizard-draft.ts'
import { blockedStep } from './wizard-validation.ts'

interface AssessmentWizardProps {
  initial: WizardDraft
  owner: DraftOwner
  title: string
}

/** Five steps from a template to an assessment. What is chosen is stored in the browser until it is created. */
export function AssessmentWizard({ initial, owner, title }: AssessmentWizardProps) {
  const intl = useIntl()
  const href = useHref()
  const navigate = useNavigate()
  const narrow = useMediaQuery(belowLg)
  const { id: environmentId } = useEnvironment()
  const [draft, setDraft] = useState(initial)
  const [previewed, setPreviewed] = useState(!narrow)
  const [leaving, setLeaving] = useState(false)
  // What was created, or discarded, is stored no more, whatever is drawn on the way to the next page.
  const finished = useRef(false)
  const { data } = useQuery(api.assessments.list.queryOptions({ input: { environmentId }, staleTime: 60_000 }))
  const takenNames = useMemo(() => new Set((data ?? []).map(({ eventType }) => eventType.toLowerCase())), [data])
  const { create, refusal, clearRefusal, isPending } = useCreateAssessment(
    () => {
      finished.current = true
      storeWizardDraft(owner, null)
    },
    ({ step }) => {
      if (step !== undefined) change({ ...draft, step })
    },
  )
  const change = (next: WizardDraft) => {
    setDraft(next)
    if (!finished.current) storeWizardDraft(owner, next)
  }
  const edit = (next: WizardDraft) => {
    clearRefusal()
    change(next)
  }
  const { template, schema, step } = draft
  const list = href('/fraud/assessments')
  const canPreview = template !== null && (step === 'template' || step === 'schema')
  const preview = template === null ? null : <JsonPreview schema={schema} template={template} />
  const previewSwitch = canPreview ? (
    <Switch checked={previewed} label={<FormattedMessage id="Schema.Preview" />} onCheckedChange={setPreviewed} />
  ) : null
  const contents: Record<WizardStepId, Pick<WizardStep, 'content' | 'description' | 'actions'>> = {
    template: {
      content: <TemplateStep draft={draft} onChange={edit} />,
      description: template === null ? null : <FormattedMessage id={`Assessments.Template.${template}`} />,
      actions: previewSwitch,
    },
    schema: {
      content:
        template === null ? null : (
          <div className="-mx-page">
            <SchemaEditor
              recoveryId={`assessment/wizard/${environmentId}`}
              value={schema}
              template={template}
              onChange={next => edit(changeSchema(draft, next))}
            />
          </div>
        ),
      description:
        template === null ? null : (
          <FormattedMessage
            id="Assessments.Wizard.Schema.Count"
            values={{ sections: schema.sections.length, fields: schema.custom.length }}
          />
        ),
      actions: (
        <span className="flex flex-wrap items-center gap-3">
          <SchemaActions value={schema} onChange={next => edit(changeSchema(draft, next))} />
          {previewSwitch}
        </span>
      ),
    },
    observations: {
      content: <ObservationsStep draft={draft} onChange={edit} />,
      description:
        template === null ? null : (
          <FormattedMessage
            id="Assessments.Wizard.Observations.Count"
            values={{ count: draft.observations.length + (draft.label ? 1 : 0) }}
          />
        ),
    },
    settings: { content: <SettingsStep draft={draft} onChange={edit} /> },
    name: {
      content: <NameStep draft={draft} takenNames={takenNames} refusal={refusal} onChange={edit} />,
    },
  }
  const reasonOf = (id: WizardStepId): ReactNode => {
    const message = blockedStep(id, draft, takenNames)
    return message === null ? null : <FormattedMessage id={message} />
  }
  const steps = wizardSteps.map((id): WizardStep => {
    const blocked = reasonOf(id)
    return {
      id,
      label: <FormattedMessage id={`Assessments.Wizard.Step.${id}`} />,
      title: <FormattedMessage id={`Assessments.Wizard.Title.${id}`} />,
      intro: <FormattedMessage id={`Assessments.Wizard.Intro.${id}`} />,
      ...contents[id],
      ...(blocked === null ? {} : { blocked }),
    }
  })
  return (
    <>
      <WizardPage
        name={title}
        header={
          <PageHeader
            title={title}
            meta={template === null ? undefined : <FormattedMessage id={`Assessments.Template.${template}`} />}
            breadcrumb={[
              { id: 'fraud', label: intl.formatMessage({ id: 'Shell.Nav.Fraud' }), href: href('/fraud') },
              { id: 'assessments', label: intl.formatMessage({ id: 'Monitoring.Overview.Title' }), href: list },
              { id: 'new', label: title },
            ]}
          />
        }
        notice={
          refusal.problem === undefined ? undefined : (
            <Callout tone="danger" live className="mx-page my-2">
              <FormattedMessage id={refusal.problem} />
            </Callout>
          )
        }
        preview={canPreview && previewed && !narrow ? preview : undefined}
      >
        <Wizard
          label={title}
          orientation="block"
          steps={steps}
          step={step}
          defaultDone={wizardSteps.slice(0, wizardSteps.indexOf(initial.step))}
          onStepChange={next => change({ ...draft, step: next as WizardStepId })}
          finishLabel={<FormattedMessage id="Common.Create" />}
          loading={isPending}
          status={<FormattedMessage id="Assessments.Wizard.Stored" />}
          onCancel={() => {
            if (template === null) void navigate(list)
            else setLeaving(true)
          }}
          onFinish={() => {
            if (template !== null) create(draft, template)
          }}
        />
      </WizardPage>
      <ConfirmDanger
        open={leaving}
        onOpenChange={setLeaving}
        title={<FormattedMessage id="DesignSystem.Dialog.DiscardTitle" />}
        description={<FormattedMessage id="DesignSystem.Dialog.DiscardText" />}
        cancelLabel={<FormattedMessage id="DesignSystem.Dialog.KeepEditing" />}
        confirmLabel={<FormattedMessage id="DesignSystem.Dialog.Discard" />}
        onConfirm={() => {
          finished.current = true
          storeWizardDraft(owner, null)
          void navigate(list)
        }}
      />
      {narrow && canPreview && previewed ? (
        <Dialog open onOpenChange={setPreviewed}>
          <DialogContent title={<FormattedMessage id="Schema.Preview" />}>
            <div className="h-[24rem]">{preview}</div>
          </DialogContent>
        </Dialog>
      ) : null}
    </>
  )
}
