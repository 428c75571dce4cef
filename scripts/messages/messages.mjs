/**
 * Adds, moves or removes messages in every language file at once, sorted and under a lock.
 *   node scripts/messages/messages.mjs add FILE.json      {"Id": {"en-US": "...", one text for each file in locales/, "description": "..."}}
 *   node scripts/messages/messages.mjs remove ID [ID ...]
 */
import { mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'

const folder = path.resolve(import.meta.dirname, '../../locales')
const languages = readdirSync(folder)
  .filter(name => /^[a-z]{2}-[A-Z]{2}\.json$/.test(name))
  .map(name => name.slice(0, 5))
const lock = path.join(folder, '.lock')

function read(name) {
  try {
    return JSON.parse(readFileSync(path.join(folder, `${name}.json`), 'utf8'))
  } catch (error) {
    if (error.code === 'ENOENT') return {}
    throw error
  }
}

function write(name, messages) {
  const sorted = Object.fromEntries(Object.entries(messages).sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(path.join(folder, `${name}.json`), `${JSON.stringify(sorted, null, 2)}\n`)
}

async function locked(work) {
  for (let attempt = 0; ; attempt++) {
    try {
      mkdirSync(lock)
      break
    } catch (error) {
      if (error.code !== 'EEXIST' || attempt > 100) throw error
      await new Promise(resolve => setTimeout(resolve, 100))
    }
  }
  try {
    work()
  } finally {
    rmdirSync(lock)
  }
}

const [command, ...args] = process.argv.slice(2)
if (command === 'add' && args[0]) {
  const added = JSON.parse(readFileSync(args[0], 'utf8'))
  const incomplete = Object.entries(added).filter(([, texts]) =>
    languages.some(language => typeof texts[language] !== 'string'),
  )
  if (incomplete.length > 0) {
    console.error(`Nothing was added: ${incomplete.map(([id]) => id).join(', ')} lack one of ${languages.join(', ')}.`)
    process.exit(1)
  }
  await locked(() => {
    for (const language of languages) {
      write(language, {
        ...read(language),
        ...Object.fromEntries(Object.entries(added).map(([id, texts]) => [id, texts[language]])),
      })
    }
    const described = Object.entries(added)
      .filter(([, texts]) => texts.description)
      .map(([id, texts]) => [id, texts.description])
    if (described.length > 0) write('descriptions', { ...read('descriptions'), ...Object.fromEntries(described) })
  })
  console.log(`${Object.keys(added).length} messages in ${languages.length} languages.`)
} else if (command === 'remove' && args.length > 0) {
  await locked(() => {
    for (const name of [...languages, 'descriptions']) {
      write(name, Object.fromEntries(Object.entries(read(name)).filter(([id]) => !args.includes(id))))
    }
  })
} else {
  console.error('Usage: node scripts/messages/messages.mjs add FILE.json | remove ID [ID ...]')
  process.exit(1)
}
