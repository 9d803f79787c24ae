/** Offer a text to the user as a file. */
export function saveFile(name: string, { text, type }: { text: string; type: string }): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // By the next task the browser has read the file.
  setTimeout(() => {
    URL.revokeObjectURL(url);
  });
}

/** The byte order mark tells spreadsheets that the text is UTF-8. */
export function saveCsv(name: string, text: string): void {
  saveFile(name, { text: `\ufeff${text}`, type: 'text/csv;charset=utf-8' });
}
