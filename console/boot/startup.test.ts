import { describe, expect, it } from 'vitest'
import { supportedLanguages } from '../platform/i18n/languages.ts'
import { startupFailureMessages } from '../platform/startup-failure/startup-failure-messages.ts'
import { runStartup, type StartupSteps } from './startup.ts'

function steps(failing?: string): { done: string[]; ids: string[]; steps: StartupSteps<string> } {
  const done: string[] = []
  const ids: string[] = []
  const step = (name: string) => {
    done.push(name)
    if (name === failing) throw new Error(name)
  }
  return {
    done,
    ids,
    steps: {
      setBuild: () => step('build'),
      initialiseEarly: () => step('early'),
      startTenantService: () => step('tenant'),
      loadBoot: () =>
        Promise.resolve().then(() => {
          step('load Boot')
          return 'Boot'
        }),
      runBoot: boot => step(`run ${boot}`),
      report: (error, id) => {
        done.push(`reported ${(error as Error).message}`)
        ids.push(id)
      },
      showFailure: (_error, id) => {
        done.push('shown')
        ids.push(id)
      },
    },
  }
}

describe('the start', () => {
  it('[spec 2.2] the start sets the build version, initialises early, starts the tenant service, then loads Boot and runs its routine', async () => {
    const { done, steps: given } = steps()
    await runStartup(given)
    expect(done).toEqual(['build', 'early', 'tenant', 'load Boot', 'run Boot'])
  })
  it.each(['build', 'early', 'tenant', 'load Boot', 'run Boot'])(
    '[spec 2.3] an exception goes to the error-reporting handler: %s',
    async name => {
      const { done, ids, steps: given } = steps(name)
      await runStartup(given)
      expect(done.slice(-3)).toEqual([name, `reported ${name}`, 'shown'])
      // An administrator finds what was reported by the id on the page.
      expect(ids).toEqual([expect.stringMatching(/^[\da-f-]{36}$/), ids[0]])
    },
  )
  it('the start that fails has words in every language', () => {
    for (const language of [...supportedLanguages, 'da-DK', 'ar-AE']) {
      const words = startupFailureMessages[language.slice(0, 2)]
      expect(
        Object.values(words ?? {}).filter(text => text.trim().length > 1),
        language,
      ).toHaveLength(5)
    }
    expect(new Set(Object.values(startupFailureMessages).map(({ title }) => title)).size).toBe(9)
    expect(startupFailureMessages['en']?.title).toBe('The console could not start')
  })
})
