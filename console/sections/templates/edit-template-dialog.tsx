import { useToast } from '@assay/design-system'
import type { Template } from '@assay/risk-service/contract'
import { FormattedMessage, useIntl } from 'react-intl'
import { differencesOf, type VersionTexts } from '../../platform/authoring/conflict/differences.ts'
import { useRecordForm } from '../../platform/authoring/form/use-record-form.ts'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import {
  type TemplateDetails,
  templateDetailsResolver,
  templateNameErrorOf,
} from '../../platform/templates/template-details-form.tsx'
import { TemplateNameFields } from '../../platform/templates/template-name-fields.tsx'
import { templateClients } from '../../platform/templates/template-procedures.ts'

/** Another name and description for a template; its contents stay unchanged. */
export function EditTemplateDialog({
  template,
  onClose,
  onSaved,
}: {
  template: Template
  onClose: () => void
  onSaved: () => unknown
}) {
  const intl = useIntl()
  const { toast } = useToast()
  const textsOf = ({ name, description }: TemplateDetails): VersionTexts => [
    { id: 'name', label: intl.formatMessage({ id: 'Common.Name' }), text: name },
    { id: 'description', label: intl.formatMessage({ id: 'Common.Description' }), text: description },
  ]
  const load = async () => {
    const { templates } = await templateClients[template.kind].list({ environmentId: template.environmentId })
    const found = (templates as Template[]).find(({ id }) => id === template.id)
    if (!found) throw new Error('The template is gone.')
    return found
  }
  const { form, saving, attempts, submit, question } = useRecordForm({
    record: { values: { name: template.name, description: template.description }, version: template.version },
    resolver: templateDetailsResolver,
    recovery: { id: `template/edit/${template.id}`, unchanged: true },
    save: ({ name, description }, { version }) =>
      templateClients[template.kind].describe({
        environmentId: template.environmentId,
        templateId: template.id,
        name,
        description,
        baseVersion: version,
      }),
    onSaved: ({ name }) => {
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Templates.Saved' }, { name }) })
      onSaved()
    },
    moveOn: onClose,
    errorsOf: templateNameErrorOf,
    conflict: {
      load,
      differences: (mine, theirs) => differencesOf(textsOf(mine), textsOf(theirs)),
      takeTheirs: () => {
        onSaved()
        onClose()
      },
    },
  })
  return (
    <FormDialog
      title={<FormattedMessage id="Templates.EditOf" values={{ name: <bdi key="name">{template.name}</bdi> }} />}
      confirm={<FormattedMessage id="Common.Save" />}
      running={saving}
      attempts={attempts}
      refusal={null}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <TemplateNameFields form={form} readOnly={saving} />
      {question}
    </FormDialog>
  )
}
