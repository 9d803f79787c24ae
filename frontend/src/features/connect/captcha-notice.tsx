import type { Platform } from '@/api/types';
import { Notice } from '@/ui/notice';
import { ACCOUNTS } from './messages';

/** The platform demands a captcha, which only the user can solve, at the platform. */
export function CaptchaNotice({ platform, why }: { platform: Platform; why: string }) {
  return (
    <div className="grid gap-2">
      <Notice tone="unsuccessful" title={why} />
      <a
        className="link justify-self-start"
        href={platform.home_url}
        target="_blank"
        rel="noreferrer"
      >
        {ACCOUNTS.open(platform.name)}
      </a>
    </div>
  );
}
