import { useToast } from '@assay/design-system'
import type { Template } from '@assay/risk-service/contract'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { differencesOf, type VersionTexts } from '../../platform/authoring/differences.ts'
import { FormDialog } from '../../platform/authoring/form-dialog.tsx'
import { useConflict } from '../../platform/authoring/use-conflict.tsx'
import { useShown } from '../../platform/authoring/use-shown.ts'
import { useDraftState } from '../../platform/drafts/use-draft.ts'
import { useFailureToast } from '../../platform/errors/use-failure-toast.ts'
import { libraryOf } from '../../platform/templates/areas.ts'
import { isTooLong, type Named, type NameFault, NameFields, nameFault } from '../../platform/templates/name-fields.tsx'
import { templateRefusal } from '../../platform/templates/refusals.ts'

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
  const failed = useFailureToast()
  const [named, setNamed] = useDraftState<Named>(`template/edit/${template.id}`, {
    name: template.name,
    description: template.description,
  })
  const [fault, setFault] = useState<NameFault | null>(null)
  const [running, setRunning] = useState(false)
  const conflict = useConflict()
  const shown = useShown()
  const textsOf = ({ name, description }: Named): VersionTexts => [
    { id: 'name', label: intl.formatMessage({ id: 'Environments.Column.Name' }), text: name.trim() },
    {
      id: 'description',
      label: intl.formatMessage({ id: 'Environments.Column.Description' }),
      text: description.trim(),
    },
  ]
  const newest = async () => {
    const { templates } = await libraryOf[template.kind].list(
      { environmentId: template.environmentId },
      { context: { read: true } },
    )
    const found = (templates as Template[]).find(({ id }) => id === template.id)
    if (!found) throw new Error('The template is gone.')
    return found
  }
  const save = async (baseVersion = template.version) => {
    const found = nameFault(named)
    setFault(found)
    if (found || isTooLong(named)) return
    setRunning(true)
    try {
      const name = named.name.trim()
      await libraryOf[template.kind].describe({
        environmentId: template.environmentId,
        templateId: template.id,
        name,
        description: named.description.trim(),
        baseVersion,
      })
      toast({ tone: 'success', title: intl.formatMessage({ id: 'Templates.Saved' }, { name }) })
      onSaved()
      if (shown()) onClose()
    } catch (error) {
      const refused = templateRefusal(error)
      if (refused?.kind === 'name') setFault('taken')
      else if (
        !(await conflict.ask(error, {
          load: newest,
          differences: theirs => differencesOf(textsOf(named), textsOf(theirs)),
          keepMine: theirs => save(theirs.version),
          takeTheirs: () => {
            onSaved()
            onClose()
          },
        }))
      )
        failed(error)
      setRunning(false)
    }
  }
  return (
    <FormDialog
      title={<FormattedMessage id="Templates.EditOf" values={{ name: <bdi key="name">{template.name}</bdi> }} />}
      confirm={<FormattedMessage id="Environments.Form.Save" />}
      running={running}
      refusal={null}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <NameFields
        {...named}
        fault={fault}
        readOnly={running}
        onChange={next => {
          setNamed(next)
          setFault(null)
        }}
      />
      {conflict.question}
    </FormDialog>
  )
}
