/** The calls of an import: a file is read once, previewed, and the same bytes are imported. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, unwrap } from '@/api/client';
import { ApiError } from '@/api/errors';
import type { components } from '@/api/schema.gen';
import { type COLUMNS, IMPORT } from './import-messages';
import { clientKeys } from './queries';

export type ImportReport = components['schemas']['ImportOut'];
export type ImportFile = { name: string; bytes: Uint8Array<ArrayBuffer> };
/** The headings of fields that the server doesn't find by itself. */
export type Headings = Partial<Record<(typeof COLUMNS)[number], string>>;
type Preview = { file: ImportFile; headings: Headings; report: ImportReport };

/** The server's limit of a request. */
const MAX_BYTES = 1_000_000;

export function usePreview() {
  return useMutation({
    mutationFn: async (chosen: { file: File; headings: Headings }): Promise<Preview> => {
      const { headings } = chosen;
      const file = await readFile(chosen.file);
      return { file, headings, report: await send(file, { headings, preview: true }) };
    },
  });
}

export function useImport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ file, headings }: Omit<Preview, 'report'>) => send(file, { headings }),
    // Also if the dialog was closed meanwhile.
    onSuccess: () => queryClient.invalidateQueries({ queryKey: clientKeys.all }),
  });
}

/** A file may have been moved or changed since it was chosen; browsers then refuse to read it. */
async function readFile(chosen: File): Promise<ImportFile> {
  if (chosen.size > MAX_BYTES) {
    throw new ApiError(IMPORT.tooLarge, { status: 413, code: 'too_big' });
  }
  try {
    return { name: chosen.name, bytes: new Uint8Array(await chosen.arrayBuffer()) };
  } catch {
    throw new ApiError(IMPORT.unreadable, { status: 400, code: 'bad_file' });
  }
}

/** The bytes go as they are: the server finds out their encoding. */
function send(
  { bytes }: ImportFile,
  { headings, preview }: { headings: Headings; preview?: true },
): Promise<ImportReport> {
  return unwrap(
    api.POST('/api/clients/import/', {
      params: { query: { ...headings, ...(preview === undefined ? {} : { preview }) } },
      headers: { 'Content-Type': 'text/csv' },
      // The contract describes the body as text.
      body: bytes as unknown as string,
      bodySerializer: (body) => body,
    }),
  );
}
