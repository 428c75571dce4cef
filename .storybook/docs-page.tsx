import { Controls, Description, Markdown, Primary, Stories, Subtitle, Title, useOf } from '@storybook/addon-docs/blocks'
import { claims } from '../design-system/testing/criteria.ts'

const contracts = import.meta.glob<string>('../design-system/**/*.contract.md', { query: '?raw', import: 'default', eager: true })

const folderOf = (file: string) => file.split('/').slice(0, -1).join('/')
const stemOf = (file: string) => (file.split('/').at(-1) ?? '').split('.')[0]

/** The contracts beside a story file: the one of its name, else all of its folder. */
function contractsOf(storyFile: string): { layer: string; text: string }[] {
  const path = `..${storyFile.slice(storyFile.indexOf('/design-system/'))}`
  const beside = Object.entries(contracts).filter(([file]) => folderOf(file) === folderOf(path))
  const own = beside.filter(([file]) => stemOf(file) === stemOf(path))
  return (own.length > 0 ? own : beside).map(([, text]) => ({ layer: path.split('/')[2] ?? '', text }))
}

function Contract({ layer, text }: { layer: string; text: string }) {
  const rows = claims(text, layer).map(({ number, name, level, how }) => `| ${number} ${name} | ${level} | ${how} |`)
  const body = text.replace(/^# .*\n/, '')
  return <Markdown>{`## Accessibility contract\n\n${body}\n\n### Criteria of WCAG 2.2 it answers for\n\n| Criterion | Level | How it is kept |\n|---|---|---|\n${rows.join('\n')}\n`}</Markdown>
}

/** Documentation of a component: what it is, its controls, its contract where it has one, every story. */
export default function DocsPage() {
  const { preparedMeta } = useOf('meta', ['meta'])
  const file = String((preparedMeta.parameters as { fileName?: unknown }).fileName ?? '')
  return (
    <>
      <Title />
      <Subtitle />
      <Description />
      <Primary />
      <Controls />
      {contractsOf(`/${file.replace(/^\.?\//, '')}`).map((contract, index) => <Contract key={index} {...contract} />)}
      <Stories includePrimary={false} />
    </>
  )
}
