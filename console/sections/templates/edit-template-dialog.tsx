import { useToast } from '@assay/design-system'
import type { Template } from '@assay/risk-service/contract'
import { useController } from 'react-hook-form'
import { FormattedMessage, useIntl } from 'react-intl'
import { differencesOf, type VersionTexts } from '../../platform/authoring/conflict/differences.ts'
import { useRecordForm } from '../../platform/authoring/form/use-record-form.ts'
import { contractResolver } from '../../platform/forms/contract-resolver.ts'
import { templateDetailsSchema } from '../../platform/forms/contract-schemas.ts'
import { FormDialog } from '../../platform/forms/form-dialog.tsx'
import { templateErrorOf } from '../../platform/templates/template-error.ts'
import {
  type TemplateDetails,
  TemplateNameFields,
  templateNameMessages,
} from '../../platform/templates/template-name-fields.tsx'
import { templateClients } from '../../platform/templates/template-procedures.ts'

const resolver = contractResolver({
  schema: templateDetailsSchema,
  toBody: ({ name, description }: TemplateDetails) => ({ name: name.trim(), description: description.trim() }),
  messages: {
    name: { required: templateNameMessages.missing, invalid: templateNameMessages.rule },
    description: 'Common.TooLong',
  },
})

/** Another name and description for a template; what it holds stays as it is. */
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
    resolver,
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
    errorsOf: error => (templateErrorOf(error)?.kind === 'name' ? { name: { id: templateNameMessages.taken } } : null),
    conflict: {
      load,
      differences: (mine, theirs) => differencesOf(textsOf(mine), textsOf(theirs)),
      takeTheirs: () => {
        onSaved()
        onClose()
      },
    },
  })
  const name = useController({ control: form.control, name: 'name' })
  const description = useController({ control: form.control, name: 'description' })
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
      <TemplateNameFields
        name={name.field.value}
        description={description.field.value}
        nameError={name.fieldState.error?.message ?? null}
        readOnly={saving}
        onChange={next => {
          name.field.onChange(next.name)
          description.field.onChange(next.description)
        }}
      />
      {question}
    </FormDialog>
  )
}
