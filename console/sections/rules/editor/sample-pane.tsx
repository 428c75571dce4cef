import { IconButton, Switch, useAnnounce } from '@assay/design-system'
import { CodeEditor, jsonLanguage } from '@assay/design-system/editor'
import type { RuleBody } from '@assay/risk-service/contract'
import { RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { FormattedMessage, useIntl } from 'react-intl'
import { useJsonText } from '../../../platform/authoring/sample/use-json-text.ts'
import { useRecovery } from '../../../platform/recovery/use-recovery.ts'
import type { RuleEdit } from '../rule-draft.ts'
import { useDefaultPayload } from '../rule-queries.ts'
import { defaultSampleScore, referencedPaths, sampleFields, withSampleFields } from '../rule-sample.ts'
import { useRuleScope } from '../rule-scope.tsx'
import { SampleScores } from './sample-scores.tsx'

const language = jsonLanguage()

interface SamplePaneProps {
  ruleId: string
  body: RuleBody
  edit: (edit: RuleEdit) => void
}

/**
 * The request and the score that the rule is tried with. Text that is no JSON stays as typed, and the last good sample
 * in use.
 */
export function SamplePane({ ruleId, body, edit }: SamplePaneProps) {
  const intl = useIntl()
  const announce = useAnnounce()
  const [used, setUsed] = useState(false)
  // Recovery must not restore text of the used fields as that of the whole sample.
  useRecovery(`rules/sample-used/${ruleId}`, used || null, setUsed)
  const { botScore } = useRuleScope()
  const standard = useDefaultPayload()
  const { payload } = body.sample
  const shown = used ? sampleFields(payload, referencedPaths(body)) : payload
  const json = useJsonText(
    shown,
    value => {
      const whole = used ? withSampleFields(payload, value) : value
      // Compared as texts: another order of the fields is input as well, and stays.
      if (JSON.stringify(whole) !== JSON.stringify(payload)) edit({ type: 'payload', payload: whole })
      return used ? sampleFields(whole, referencedPaths(body)) : whole
    },
    `rules/sample/${ruleId}`,
  )
  const revert = () => {
    json.reset()
    edit({ type: 'payload', payload: standard ?? payload })
    edit({ type: 'riskScore', riskScore: defaultSampleScore })
    if (botScore) edit({ type: 'botScore', botScore: defaultSampleScore })
    announce(intl.formatMessage({ id: 'Rules.Sample.DefaultBack' }))
  }
  return (
    <>
      <div className="flex min-h-bar shrink-0 flex-wrap items-center gap-2 ps-4 pe-2">
        <h2 className="font-semibold">
          <FormattedMessage id="Authoring.Sample.Title" />
        </h2>
        <span className="ms-auto flex items-center gap-2">
          <Switch
            className="text-xs"
            checked={used}
            label={<FormattedMessage id="Rules.Sample.Used" />}
            onCheckedChange={next => {
              json.reset()
              setUsed(next)
            }}
            disabled={json.broken}
          />
          <IconButton
            icon={RotateCcw}
            size="sm"
            label={intl.formatMessage({ id: 'Rules.Sample.ToDefault' })}
            disabled={!standard}
            onClick={revert}
          />
        </span>
      </div>
      <SampleScores sample={body.sample} edit={edit} />
      {json.broken ? (
        <p role="alert" className="px-4 pbe-1 text-xs text-danger-text">
          <FormattedMessage id="Authoring.Sample.Invalid" />
        </p>
      ) : null}
      <CodeEditor
        className="min-h-[7.5rem] flex-1"
        label={intl.formatMessage({ id: 'Authoring.Sample.Label' })}
        value={json.text}
        onValueChange={json.change}
        language={language}
      />
    </>
  )
}
