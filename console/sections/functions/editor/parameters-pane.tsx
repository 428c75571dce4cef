import { Button, Icon, IconButton, Input, Select, VisuallyHidden } from '@assay/design-system'
import { declaredTypes, type FunctionBody, functionLimits } from '@assay/risk-service/contract'
import { Plus, Trash2 } from 'lucide-react'
import { FormattedMessage, useIntl } from 'react-intl'
import { diagnosticText } from '../../../platform/authoring/fql/diagnostics.ts'
import { validateIdentifier } from '../../../platform/authoring/naming/name-validation.ts'
import type { FunctionEdit } from '../function-draft.ts'
import type { FunctionEvaluation } from './use-function-draft.ts'

interface ParametersPaneProps {
  body: FunctionBody
  edit: (edit: FunctionEdit) => void
  canEdit: boolean
  problems: FunctionEvaluation['problems']
}

const head = 'h-header px-2 text-start text-xs font-medium text-fg-secondary'

/** What a call of the function hands in, each with the value that stands in for one that cannot be used. */
export function ParametersPane({ body, edit, canEdit, problems }: ParametersPaneProps) {
  const intl = useIntl()
  const { parameters } = body
  const full = parameters.length >= functionLimits.parameters
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col overflow-y-auto">
      <div className="flex min-h-topbar shrink-0 flex-wrap items-center gap-2 border-be border-line-subtle ps-4 pe-2">
        <h2 id="function-parameters" className="font-semibold">
          <FormattedMessage id="Functions.Parameters" />
        </h2>
        {canEdit ? (
          <Button className="ms-auto" variant="ghost" disabled={full} onClick={() => edit({ type: 'addParameter' })}>
            <Icon icon={Plus} />
            <FormattedMessage id="Functions.AddParameter" />
          </Button>
        ) : null}
      </div>
      {parameters.length === 0 ? (
        <p className="p-4 text-fg-secondary">
          <FormattedMessage id="Functions.ParametersHelp" />
        </p>
      ) : (
        <table aria-labelledby="function-parameters" className="w-full table-fixed border-collapse text-sm">
          <thead>
            <tr className="border-be border-line bg-surface-sunken">
              <th scope="col" className={`${head} ps-4`}>
                <FormattedMessage id="Common.Name" />
              </th>
              <th scope="col" className={`${head} w-[8.5rem]`}>
                <FormattedMessage id="Functions.DataType" />
              </th>
              <th scope="col" className={head}>
                <FormattedMessage id="Functions.Default" />
              </th>
              <th scope="col" className={`${head} w-12`}>
                <VisuallyHidden>
                  <FormattedMessage id="Common.Actions" />
                </VisuallyHidden>
              </th>
            </tr>
          </thead>
          <tbody>
            {parameters.map(({ name, type, default: value }, index) => {
              const fault = validateIdentifier(
                name,
                parameters.flatMap((each, at) => (at === index ? [] : each.name)),
              )
              const wrong = problems.filter(problem => problem.part === 'condition' && problem.parameter === index)
              const errorId = `parameter-${index}-fault`
              const hasIssues = fault !== null || wrong.length > 0
              const about = hasIssues ? { 'aria-describedby': errorId } : {}
              const set = (parameter: Partial<FunctionBody['parameters'][number]>) =>
                edit({ type: 'parameter', index, parameter })
              return (
                <tr key={index} className="border-be border-line-subtle align-top">
                  <td className="py-2 ps-4 pe-2">
                    <Input
                      size="sm"
                      mono
                      dir="ltr"
                      readOnly={!canEdit}
                      value={name}
                      maxLength={60}
                      invalid={fault !== null}
                      aria-label={intl.formatMessage({ id: 'Functions.ParameterName' }, { number: index + 1 })}
                      spellCheck={false}
                      {...about}
                      onChange={event => set({ name: event.target.value })}
                    />
                    {hasIssues ? (
                      <p id={errorId} role="alert" className="pbs-1 text-xs text-danger-text">
                        {fault === null ? (
                          wrong.map(problem => diagnosticText(intl, problem)).join(' ')
                        ) : (
                          <FormattedMessage id={`Authoring.Name.${fault}`} />
                        )}
                      </p>
                    ) : null}
                  </td>
                  <td className="p-2">
                    <Select
                      size="sm"
                      disabled={!canEdit}
                      value={type}
                      aria-label={intl.formatMessage({ id: 'Functions.ParameterType' }, { name })}
                      onValueChange={next => set({ type: next })}
                      options={declaredTypes.map(each => ({
                        value: each,
                        label: intl.formatMessage({ id: `Functions.Type.${each}` }),
                      }))}
                    />
                  </td>
                  <td className="p-2">
                    <Input
                      size="sm"
                      mono
                      dir="ltr"
                      readOnly={!canEdit}
                      value={value}
                      maxLength={1000}
                      invalid={wrong.length > 0}
                      aria-label={intl.formatMessage({ id: 'Functions.ParameterDefault' }, { name })}
                      spellCheck={false}
                      {...about}
                      onChange={event => set({ default: event.target.value })}
                    />
                  </td>
                  <td className="py-2 pe-2 text-end">
                    {canEdit ? (
                      <IconButton
                        icon={Trash2}
                        size="sm"
                        label={intl.formatMessage({ id: 'Functions.RemoveParameter' }, { name })}
                        onClick={() => edit({ type: 'removeParameter', index })}
                      />
                    ) : null}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      )}
      {full && canEdit ? (
        <p className="px-4 py-2 text-xs text-fg-secondary">
          <FormattedMessage id="Functions.ParametersFull" values={{ count: functionLimits.parameters }} />
        </p>
      ) : null}
    </div>
  )
}
