@echo off
rem Builds the demo and plays it, with live editing on.
cd /d "%~dp0demo"
"%~dp0bin\eddie.exe" %*
if not %errorlevel%==0 if "%~1"=="" pause
