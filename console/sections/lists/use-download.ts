import { useFailureToast } from '../../platform/errors/use-failure-toast.ts'
import { saveFile } from '../../platform/files/save-file.ts'

/** Asks for a file and gives it to the browser's downloads. */
export function useDownload(): (ask: () => Promise<File | Blob>) => Promise<void> {
  const failed = useFailureToast()
  return async ask => {
    try {
      const file = await ask()
      saveFile(file, file instanceof File ? file.name : 'list.csv')
    } catch (error) {
      failed(error)
    }
  }
}
