import { Notice } from '@/ui/notice';
import { ACCOUNTS } from './messages';

/** Resy demands a captcha, which only the user can solve, at Resy. */
export function CaptchaNotice({ why }: { why: string }) {
  return (
    <div className="grid gap-2">
      <Notice tone="unsuccessful" title={why} />
      <a
        className="link justify-self-start"
        href="https://resy.com"
        target="_blank"
        rel="noreferrer"
      >
        {ACCOUNTS.openResy}
      </a>
    </div>
  );
}
